//! How a command appears in GoGui's menu of analyze commands.
//!
//! GoGui reads lines `type/label/command` from `gogui-analyze_commands` and draws the replies by their type.

use std::fmt;

/// How GoGui shows a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnalyzeKind {
    /// Nothing is shown.
    None,
    /// Text in the status bar or in a window.
    String,
    /// Text with the vertices in it marked.
    PointString,
    /// A list of points.
    PointList,
    /// Pairs of a point and a text.
    PointTextPairs,
    /// A grid of colors by name.
    ColorBoard,
    /// A grid of numbers from -1 to 1.
    NumberBoard,
    /// A grid of texts.
    TextBoard,
    /// Drawing commands.
    Graphics,
    /// A sequence of moves.
    Variation,
    /// Parameters to show and change.
    Parameters,
}

impl AnalyzeKind {
    /// GoGui's word for the type.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::String => "string",
            Self::PointString => "pstring",
            Self::PointList => "plist",
            Self::PointTextPairs => "pspairs",
            Self::ColorBoard => "cboard",
            Self::NumberBoard => "dboard",
            Self::TextBoard => "sboard",
            Self::Graphics => "gfx",
            Self::Variation => "var",
            Self::Parameters => "param",
        }
    }
}

/// One entry of the menu.
#[derive(Clone, Copy, Debug)]
pub struct Analyze {
    /// How the reply is shown.
    pub kind: AnalyzeKind,
    /// Text of the menu entry, without `/`.
    pub label: &'static str,
    /// Arguments: words, and GoGui's wildcards such as `%p` for a point and `%c` for a color.
    pub args: &'static str,
}

impl Analyze {
    /// The menu line for a command.
    #[must_use]
    pub fn line(&self, command: &str) -> AnalyzeLine<'_> {
        AnalyzeLine {
            analyze: self,
            command: command.to_owned(),
        }
    }
}

/// A menu line; its `Display` is what GoGui reads.
#[derive(Clone, Debug)]
pub struct AnalyzeLine<'a> {
    analyze: &'a Analyze,
    command: String,
}

impl fmt::Display for AnalyzeLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Analyze { kind, label, args } = self.analyze;
        write!(f, "{}/{label}/{}", kind.word(), self.command)?;
        if args.is_empty() {
            Ok(())
        } else {
            write!(f, " {args}")
        }
    }
}
