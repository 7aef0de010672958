//! A cache of evaluations by position, whatever moves led there.

use std::sync::Arc;

use super::node_evaluation::NodeEvaluation;
use crate::base::allocation::largest_table;

/// A table with one evaluation for each slot; a new one takes the place of an old one.
#[derive(Debug)]
pub(super) struct EvaluationCache {
    slots: Vec<Option<(u64, Arc<NodeEvaluation>)>>,
    most_bytes: usize,
}

impl EvaluationCache {
    /// A table that will use at most so many bytes.
    pub(super) const fn new(most_bytes: usize) -> Self {
        Self {
            slots: Vec::new(),
            most_bytes,
        }
    }

    /// Drops all evaluations.
    pub(super) fn clear(&mut self) {
        self.slots = Vec::new();
    }

    /// Makes room for evaluations about positions with so many moves, if there is none yet. A table for smaller boards
    /// is dropped.
    pub(super) fn fit(&mut self, n_moves: usize) {
        let bytes =
            NodeEvaluation::bytes(n_moves) + size_of::<Option<(u64, Arc<NodeEvaluation>)>>();
        let n_slots = (self.most_bytes / bytes).max(1);
        if self.slots.is_empty() || self.slots.len() > n_slots {
            self.slots = largest_table("remembered evaluations", n_slots, 1, || None);
        }
    }

    /// The evaluation about the position with a key.
    pub(super) fn get(&self, key: u64) -> Option<Arc<NodeEvaluation>> {
        let (theirs, evaluation) = self.slots.get(self.slot(key)?)?.as_ref()?;
        (*theirs == key).then(|| Arc::clone(evaluation))
    }

    /// Stores the evaluation about the position with a key.
    pub(super) fn put(&mut self, key: u64, evaluation: &Arc<NodeEvaluation>) {
        if let Some(slot) = self.slot(key) {
            self.slots[slot] = Some((key, Arc::clone(evaluation)));
        }
    }

    /// The only slot in which a key can be.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the rest is below the number of slots"
    )]
    fn slot(&self, key: u64) -> Option<usize> {
        let n_slots = self.slots.len() as u64;
        (n_slots > 0).then(|| (key % n_slots) as usize)
    }
}
