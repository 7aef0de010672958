//! Why a text is not a rule.

use thiserror::Error;

/// A fault in a file of rules, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}:{column}: {fault}")]
pub struct RuleError {
    /// Name of the file.
    pub file: String,
    /// Line, counted from 1.
    pub line: u32,
    /// Character in the line, counted from 1.
    pub column: u32,
    /// What is wrong.
    pub fault: RuleFault,
}

/// What is wrong in a text of rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleFault {
    /// Something else stands there.
    #[error("expected {expected}, found {found}")]
    Expected {
        /// What would be right.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// A line that every rule needs is missing.
    #[error("the rule ends without a line `{0}`")]
    Missing(&'static str),
    /// A line stands twice in a rule.
    #[error("a second line `{0}` in one rule")]
    Repeated(&'static str),
    /// Two rules have one name.
    #[error("a rule named `{0}` exists already")]
    SameName(String),
    /// More rules than ids.
    #[error("more than 65,535 rules")]
    TooManyRules,
    /// A row is not as long as the first of its map.
    #[error(
        "the row has {}, the first row of the map has {wanted}",
        tedomari_base::counted(.found.to_owned(), "point")
    )]
    Ragged {
        /// Points of this row.
        found: usize,
        /// Points of the first row.
        wanted: usize,
    },
    /// A map is too large or has no points.
    #[error("a map has 1 to 9 rows and columns of points, edges aside")]
    Size,
    /// An edge in the middle of the map, or drawn with the wrong character.
    #[error(
        "an edge fills a whole outer row with `-` or a whole outer column with `|`, and corners with `+`"
    )]
    Edge,
    /// A character without meaning.
    #[error("`{0}` has no meaning in a map; a `mark` line could give it one")]
    Character(char),
    /// One letter for a block of either color, or twice in one map.
    #[error("the object `{0}` stands twice in a map, or in both colors")]
    Object(char),
    /// A map that nothing ties to the others.
    #[error(
        "a map needs an object, and each map after the first an object of an earlier map, \
         or `where block(A) = block(B)` with one"
    )]
    Untied,
    /// Two objects are called one block where this can't tie maps.
    #[error(
        "`block(A) = block(B)` names two objects of one color that are not both the goal's, \
         and stands in no `or` or `not`"
    )]
    Tie,
    /// A second prescribed point.
    #[error("a rule has one prescribed point `*` at most")]
    Prescribed,
    /// A prescribed point where none may be, or none where one must be.
    #[error("rules for `eye` and `connection` have no `*`, rules for all other purposes have one")]
    Purpose,
    /// An eye without center or border.
    #[error("a rule for `eye` marks points as `border` and as `center`")]
    Eye,
    /// The goal's objects are not right.
    #[error("the goal `{goal}` needs {wanted}")]
    Goal {
        /// Word of the goal.
        goal: &'static str,
        /// What it needs.
        wanted: String,
    },
    /// A letter that stands in no map, or in several places.
    #[error("`{0}` must stand in the maps, at one point if it is not an object")]
    Letter(char),
    /// A mark that changes what an object or the prescribed point holds, or that stands twice.
    #[error("`{0}` has its meaning already")]
    Marked(char),
    /// A comparison of unlike values.
    #[error("numbers compare with numbers; `occ` compares with a word or `occ`, by `=` only")]
    Unlike,
    /// Parentheses in parentheses in parentheses, and so on.
    #[error("more than 16 parentheses or `not` within each other")]
    Depth,
    /// More maps than a rule can have.
    #[error("a rule has 16 maps at most")]
    TooManyMaps,
    /// More points than a rule can name.
    #[error("a rule names at most 8 objects and points in constraints")]
    TooManyNames,
}
