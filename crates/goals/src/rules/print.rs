//! Rules as text.

use std::fmt;

use super::rule::{Map, Recommendation, Rule, Source};

impl fmt::Display for Rule {
    /// The text of the rule, from `rule` to `end`, with a line end after it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "rule {}", self.name)?;
        writeln!(f, "purpose {}", self.purpose.word())?;
        write!(f, "goal {}", self.goal.word())?;
        for object in &self.objects {
            write!(f, " {object}")?;
        }
        writeln!(f)?;
        if self.recommendation != Recommendation::Good || self.prescribes() {
            writeln!(f, "play {}", self.recommendation.word())?;
        }
        let note = self.note.replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(f, "note \"{note}\"")?;
        match self.source {
            Source::Hand => writeln!(f, "source hand")?,
            Source::Mined { support, right } => {
                writeln!(f, "source mined support {support} right {right}")?;
            }
        }
        for map in &self.maps {
            writeln!(f, "map")?;
            for row in map.to_string().lines() {
                writeln!(f, "  {row}")?;
            }
        }
        for mark in &self.marks {
            write!(f, "mark {} {}", mark.letter, mark.content)?;
            for (is_part, part) in [(mark.is_border, "border"), (mark.is_center, "center")] {
                if is_part {
                    write!(f, " {part}")?;
                }
            }
            writeln!(f)?;
        }
        for constraint in &self.constraints {
            writeln!(f, "where {constraint}")?;
        }
        writeln!(f, "end")
    }
}

impl fmt::Display for Map {
    /// The rows from the top, one in each line, with blanks between the points.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.rows.iter().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            for (column, character) in row.iter().enumerate() {
                let blank = if column > 0 { " " } else { "" };
                write!(f, "{blank}{character}")?;
            }
        }
        Ok(())
    }
}
