//! A base of rules: patterns for moves that are reasonable for a goal, and for points that are eyes.
//!
//! Source: Klinger, "Adversarial Reasoning: A Logical Approach for Computer Go" (2001), chapter 3. A rule is never a
//! proof. It gives a search moves to try for a goal, and a static judgement eyes and connections to count. The rules of
//! `knowledge/` are compiled in: [`RuleBase::builtin`].
//!
//! # The text of a rule
//!
//! ```text
//! rule bamboo-joint                # a name of lower-case letters, digits and -
//! purpose connection               # a Purpose; eye and connection recognize, all others prescribe a move
//! goal connect A B                 # save A | capture a | connect A B | sever a b
//! note "The two pairs face each other: a cut on one side is answered on the other."
//! source hand                      # or: mined support 120 right 96
//! map
//!   X A
//!   . .
//!   B X
//! where libs(A) >= 2 and (libs(B) > 1 or libs(B) >= libs(A))
//! end
//! ```
//!
//! Lines may be indented and empty; `#` begins a comment. `play good`, `play bad` or `play threat` rates the prescribed
//! point. Every rule is written from the view of the player whose goal it is, and matches in either color and in all
//! eight orientations. A map has 1 to 9 rows and columns of points, with blanks between:
//!
//! | character | point |
//! |---|---|
//! | `X`, `O` | a stone of the player, of the other side |
//! | `.` | empty |
//! | `x`, `o` | own or empty, other's or empty |
//! | `%` | a stone of either color |
//! | `_`, `?` | anything on the board, anything at all |
//! | `*` | empty, and the prescribed point |
//! | `A` to `C` | an own stone, and the name of its block |
//! | `a` to `c` | a stone of the other side, and the name of its block |
//! | `-`, `\|`, `+` | off the board: a whole outer row, a whole outer column, their corner |
//! | other letters | the content of a line `mark LETTER CONTENT`, such as `mark e . center` |
//!
//! `mark` may add `border` and `center`, which an eye rule has; also to objects and to `*`. Objects with one name are
//! stones of one block, objects with different names stones of different blocks, unless `block(A) = block(B)` calls
//! them one. A rule may have up to 16 maps, each at a place and in an orientation of its own; each after the first has
//! an object of an earlier one, or one that `block` ties to it. Every `where` line has to hold: comparisons of
//! `libs(P)` (liberties of the block on `P`, 0 without a stone), numbers, and `occ(P)` with `own`, `other`, `empty`,
//! `edge`; joined by `and`, `or`, `not` and parentheses. `P` is an object, or a marked letter that stands at one point.

mod assertion;
mod builtin;
mod collect;
mod compiled;
mod constraint;
mod cursor;
mod draft;
mod error;
mod file;
mod form;
mod found;
mod grid;
mod index;
mod information;
#[cfg(test)]
mod naive;
mod overlap;
mod parse;
mod parse_where;
mod pattern;
mod print;
mod query;
mod relations;
mod rule;
mod rule_base;
mod table;
#[cfg(test)]
mod tests;
mod verify;

pub use assertion::{Assertion, Eye, RuleId, dominant};
pub use constraint::{Constraint, Occupancy, Relation, Term};
pub use error::{RuleError, RuleFault};
pub use file::{DiffLine, EditError, RuleFile, diff};
pub use form::{FormError, FormField, RuleForm};
pub use overlap::Overlap;
pub use query::RuleQuery;
pub use relations::Relations;
pub use rule::{Content, GoalKind, Map, Mark, Purpose, Recommendation, Rule, Source};
pub use rule_base::RuleBase;
