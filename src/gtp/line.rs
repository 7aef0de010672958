//! One line of input: cleaned, split, and distinguished from comments and interrupts (GTP version 2, section 2.2).

/// The text of a comment line by which GoGui stops the running command.
const INTERRUPT: &str = "# interrupt";

/// The meaning of a line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing: an empty line or a comment. There is no response.
    Blank,
    /// The running command should stop soon. There is no response.
    Interrupt,
    /// A command.
    Request(Request),
}

/// A command as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The digits of the id, whatever their number.
    pub id: Option<String>,
    /// Name of the command; empty if the line has only an id.
    pub name: String,
    /// Everything after the name, cleaned, with its inner spaces.
    pub tail: String,
    /// Whether the line was too long to be read to its end.
    pub is_cut: bool,
}

impl Request {
    /// Roughly how much memory it takes, in bytes.
    #[must_use]
    pub fn n_bytes(&self) -> usize {
        let id = self.id.as_ref().map_or(0, String::len);
        size_of::<Self>() + id + self.name.len() + self.tail.len()
    }
}

impl Line {
    /// Reads one line. Carriage returns and other control characters go, a tab counts as a space, `#` starts a
    /// comment. Never fails: a line that is no command is a request for an unknown command.
    #[must_use]
    pub fn parse(raw: &str) -> Self {
        let clean: String = raw
            .chars()
            .map(|c| if c == '\t' { ' ' } else { c })
            .filter(|c| !c.is_ascii_control())
            .collect();
        if clean.trim_end() == INTERRUPT {
            return Self::Interrupt;
        }
        let text = clean.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            return Self::Blank;
        }
        let (first, after_first) = split_word(text);
        if first.bytes().all(|byte| byte.is_ascii_digit()) {
            let (name, tail) = split_word(after_first);
            return Self::Request(Request {
                id: Some(first.to_owned()),
                name: name.to_owned(),
                tail: tail.to_owned(),
                is_cut: false,
            });
        }
        Self::Request(Request {
            id: None,
            name: first.to_owned(),
            tail: after_first.to_owned(),
            is_cut: false,
        })
    }

    /// Reads the beginning of a line that was too long to be read to its end. What a comment has cut off is not
    /// missed; any other such line is a request that can only be refused.
    #[must_use]
    pub fn parse_cut(raw: &str) -> Self {
        let line = Self::parse(raw);
        if raw.contains('#') {
            return line;
        }
        let (id, name) = match line {
            Self::Request(request) => (request.id, request.name),
            Self::Blank | Self::Interrupt => (None, String::new()),
        };
        Self::Request(Request {
            id,
            name,
            tail: String::new(),
            is_cut: true,
        })
    }
}

/// The first word and what follows it.
fn split_word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (word, rest.trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(raw: &str, id: Option<&str>, name: &str, tail: &str) {
        let expected = Request {
            id: id.map(str::to_owned),
            name: name.to_owned(),
            tail: tail.to_owned(),
            is_cut: false,
        };
        assert_eq!(Line::parse(raw), Line::Request(expected), "{raw:?}");
    }

    #[test]
    fn requests_are_split() {
        check("name", None, "name", "");
        check("12 play b D4\r", Some("12"), "play", "b D4");
        check("\t 12\tplay  b\tD4 # why not", Some("12"), "play", "b D4");
        check(
            "99999999999999999999 name",
            Some("99999999999999999999"),
            "name",
            "",
        );
        check("007 name", Some("007"), "name", "");
        check("5", Some("5"), "", "");
        check("5x name", None, "5x", "name");
        check("na\u{7f}me\u{1}", None, "name", "");
        check("loadsgf \"a  b.sgf\" 3", None, "loadsgf", "\"a  b.sgf\" 3");
        check("Äö ü", None, "Äö", "ü");
    }

    #[test]
    fn a_line_that_was_cut_keeps_its_id() {
        let refused = |id: Option<&str>, name: &str| {
            Line::Request(Request {
                id: id.map(str::to_owned),
                name: name.to_owned(),
                tail: String::new(),
                is_cut: true,
            })
        };
        assert_eq!(Line::parse_cut("7 play b D4"), refused(Some("7"), "play"));
        assert_eq!(Line::parse_cut("   "), refused(None, ""));
        assert_eq!(Line::parse_cut("# comment"), Line::Blank);
        let whole = Line::parse("7 play b D4");
        assert_eq!(Line::parse_cut("7 play b D4 # comment"), whole);
    }

    #[test]
    fn comments_and_interrupts() {
        for raw in [
            "",
            "  \t",
            "\r",
            "# comment",
            "#? [regex]",
            "\u{7f}",
            "  # interrupt now",
        ] {
            assert_eq!(Line::parse(raw), Line::Blank, "{raw:?}");
        }
        for raw in ["# interrupt", "# interrupt\r", "# interrupt \n"] {
            assert_eq!(Line::parse(raw), Line::Interrupt, "{raw:?}");
        }
    }
}
