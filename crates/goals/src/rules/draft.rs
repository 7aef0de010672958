//! A rule while its lines are read.

use super::constraint::Constraint;
use super::cursor::Cursor;
use super::rule::{GoalKind, Map, Mark, Purpose, Recommendation, Source};

/// The lines of a rule as far as they are read, each with its place.
#[derive(Debug)]
pub(super) struct Draft<'a> {
    pub(super) start: Cursor<'a>,
    pub(super) name: String,
    pub(super) purpose: Option<Purpose>,
    pub(super) goal: Option<(Cursor<'a>, GoalKind, Vec<char>)>,
    pub(super) recommendation: Option<Recommendation>,
    pub(super) note: Option<String>,
    pub(super) source: Option<Source>,
    /// Each map with the places of its rows.
    pub(super) maps: Vec<(Vec<Cursor<'a>>, Map)>,
    pub(super) marks: Vec<(Cursor<'a>, Mark)>,
    pub(super) constraints: Vec<(Cursor<'a>, Constraint)>,
}
