//! The matches of one call: each once, and no more than there is room and work for.
//!
//! Each map of a rule with several maps lies in its own orientation, wherever the block that ties it to the others has
//! a stone. Their number of ways is the product over the maps, so that a few lines of text can have more matches than
//! any memory holds. A rule is no proof: what is left out is a hint less.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use super::assertion::{Assertion, RuleId};

/// Most matches of one call.
const MOST_MATCHES: usize = 500_000;

/// Most matches of one rule with several maps in one call.
const MOST_OF_A_RULE: usize = 1_000;

/// Most maps that one rule with several maps lays down in one call, whether they fit or not.
const MOST_LAID_OF_A_RULE: u32 = 100_000;

/// Most maps that all rules with several maps lay down in one call.
const MOST_LAID: u32 = 1_000_000;

/// Up to so many matches it costs less to compare a new one with each.
const FEW: usize = 64;

/// A fixed hash, so that runs do not differ.
type Hashes = BuildHasherDefault<DefaultHasher>;

/// The matches of one call.
#[derive(Debug)]
pub(super) struct Collected<'a> {
    out: &'a mut Vec<Assertion>,
    /// Length of `out` before the call.
    start: usize,
    /// Where matches with a hash stand in `out`; empty as long as they are few.
    places: HashMap<u64, Vec<usize>, Hashes>,
    /// Maps that may still be laid.
    left: u32,
    /// What rules with several maps have taken, by their number.
    shares: Vec<Share>,
    /// Rules some of whose matches were left out.
    cut: Vec<RuleId>,
}

/// What a rule with several maps has taken of a call.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    n_laid: u32,
    n_matches: usize,
}

impl<'a> Collected<'a> {
    /// Matches that are added to `out`.
    pub(super) fn new(out: &'a mut Vec<Assertion>) -> Self {
        Self {
            start: out.len(),
            out,
            places: HashMap::default(),
            left: MOST_LAID,
            shares: Vec::new(),
            cut: Vec::new(),
        }
    }

    /// Counts a map that a rule with several maps lays down. False if the rule has had its share.
    pub(super) fn may_lay(&mut self, rule: RuleId) -> bool {
        let is_done = self.left == 0;
        let share = self.share(rule);
        if is_done || share.n_laid >= MOST_LAID_OF_A_RULE || share.n_matches >= MOST_OF_A_RULE {
            self.leave_out(rule);
            return false;
        }
        share.n_laid += 1;
        self.left -= 1;
        true
    }

    fn share(&mut self, rule: RuleId) -> &mut Share {
        if self.shares.len() <= rule.index() {
            self.shares.resize(rule.index() + 1, Share::default());
        }
        &mut self.shares[rule.index()]
    }

    /// Adds a match of a rule with one map. `may_repeat`: whether it may stand here already.
    pub(super) fn add(&mut self, found: Assertion, may_repeat: bool) {
        if self.out.len() - self.start >= MOST_MATCHES {
            self.leave_out(found.rule);
        } else if !(may_repeat && self.has(&found)) {
            self.push(found);
        }
    }

    /// Adds a match of a rule with several maps, unless it stands here already.
    pub(super) fn add_laid(&mut self, found: Assertion) {
        let n_before = self.out.len();
        let rule = found.rule;
        self.add(found, true);
        if self.out.len() > n_before {
            self.share(rule).n_matches += 1;
        }
    }

    /// The rules some of whose matches were left out, in order.
    pub(super) fn cut(mut self) -> Vec<RuleId> {
        self.cut.sort_unstable();
        self.cut
    }

    fn leave_out(&mut self, rule: RuleId) {
        if self.cut.last() != Some(&rule) && !self.cut.contains(&rule) {
            self.cut.push(rule);
        }
    }

    fn has(&mut self, found: &Assertion) -> bool {
        let new = &self.out[self.start..];
        if new.len() <= FEW {
            return new.contains(found);
        }
        if self.places.is_empty() {
            for (place, old) in (self.start..).zip(new) {
                self.places.entry(hash(old)).or_default().push(place);
            }
        }
        let places = self.places.get(&hash(found)).into_iter().flatten();
        places.into_iter().any(|&place| self.out[place] == *found)
    }

    fn push(&mut self, found: Assertion) {
        if !self.places.is_empty() {
            let places = self.places.entry(hash(&found)).or_default();
            places.push(self.out.len());
        }
        self.out.push(found);
    }
}

/// A hash of the fields by which the matches of a rule differ.
fn hash(found: &Assertion) -> u64 {
    let key = (found.rule, found.objects, found.prescribed, found.reads);
    Hashes::default().hash_one(key)
}
