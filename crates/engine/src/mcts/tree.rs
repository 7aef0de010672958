//! The arena that holds the nodes of the tree, bounded in memory.
//!
//! Nodes live in chunks that are allocated when first needed. The children of a node are one range inside one chunk.
//! Ranges are given out in increasing order, so the range of a node's children lies after the node itself. After a
//! move on the board, [`Tree::advance`] slides the ranges below the new root down in that order, in place.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::node::Node;
use crate::base::allocation::{filled, largest_table};
use crate::board::Move;

/// Nodes in a chunk: more than the moves of any position.
const CHUNK: usize = 1 << 12;

/// Index of the root.
pub(super) const ROOT: usize = 0;

/// A tree of moves with a limit on its memory. It always has a root.
#[derive(Debug)]
pub(super) struct Tree {
    chunks: Vec<OnceLock<Box<[Node]>>>,
    /// Index after the last range in use.
    end: AtomicUsize,
}

impl Tree {
    /// A tree with nothing but a root. Its nodes will use at most `memory_mib` MiB, but at least one chunk.
    pub(super) fn new(memory_mib: usize) -> Self {
        let chunk_bytes = CHUNK * size_of::<Node>();
        let n_chunks = (memory_mib.saturating_mul(1 << 20) / chunk_bytes)
            .clamp(1, u32::MAX as usize / CHUNK - 1);
        let tree = Self {
            chunks: largest_table("the search tree", n_chunks, 1, OnceLock::new),
            end: AtomicUsize::new(1),
        };
        tree.node(ROOT).reset(Move::Pass, 1.0);
        tree
    }

    /// Removes everything but the root; keeps the memory.
    pub(super) fn clear(&mut self) {
        *self.end.get_mut() = 1;
        self.node(ROOT).reset(Move::Pass, 1.0);
    }

    /// Nodes in use, including the unused ends of chunks.
    pub(super) fn len(&self) -> usize {
        self.end.load(Ordering::Relaxed)
    }

    /// The root.
    pub(super) fn root(&self) -> &Node {
        self.node(ROOT)
    }

    /// A node by its index.
    #[inline]
    pub(super) fn node(&self, index: usize) -> &Node {
        &self.chunk(index)[index % CHUNK]
    }

    /// The children of a node; empty if there are none yet.
    #[inline]
    pub(super) fn children(&self, node: &Node) -> &[Node] {
        match node.children() {
            None => &[],
            Some((first, n)) => &self.chunk(first)[first % CHUNK..][..n],
        }
    }

    fn chunk(&self, index: usize) -> &[Node] {
        self.chunks[index / CHUNK].get_or_init(|| (0..CHUNK).map(|_| Node::default()).collect())
    }

    /// Makes the chunk of a node. False if there is no memory for it.
    fn make_chunk(&self, index: usize) -> bool {
        let chunk = &self.chunks[index / CHUNK];
        chunk.get().is_some()
            || filled(CHUNK, Node::default)
                .map(|nodes| chunk.get_or_init(|| nodes.into_boxed_slice()))
                .is_some()
    }

    /// Gives a leaf its children. Returns whether it has children now. Does nothing while another thread does the
    /// same. When the memory is used up, the node stays a leaf.
    pub(super) fn expand(&self, node: &Node, children: impl FnOnce() -> Vec<(Move, f32)>) -> bool {
        if !node.claim() {
            return node.children().is_some();
        }
        let children = children();
        match self.allocate(children.len()) {
            None => {
                node.unclaim();
                false
            }
            Some(first) => {
                for (child, &(mv, prior)) in (first..).zip(&children) {
                    self.node(child).reset(mv, prior);
                }
                node.publish(first, children.len());
                true
            }
        }
    }

    /// First index of a free range of `n` nodes; `None` if there is no room.
    fn allocate(&self, n: usize) -> Option<usize> {
        let mut end = self.end.load(Ordering::Relaxed);
        loop {
            let first = self.place(end, n)?;
            if !self.make_chunk(first) {
                return None;
            }
            match self.end.compare_exchange_weak(
                end,
                first + n,
                Ordering::Relaxed,
                Ordering::Relaxed,
            ) {
                Ok(_) => return Some(first),
                Err(now) => end = now,
            }
        }
    }

    /// First index for a range of `n` nodes when `end` nodes are in use: `end`, or the start of the next chunk.
    fn place(&self, end: usize, n: usize) -> Option<usize> {
        debug_assert!((1..=CHUNK).contains(&n));
        let first = if end % CHUNK + n <= CHUNK {
            end
        } else {
            end.next_multiple_of(CHUNK)
        };
        (first + n <= self.chunks.len() * CHUNK).then_some(first)
    }

    /// Makes the child of the root for this move the new root, and frees everything else. Returns `false` and changes
    /// nothing if there is no such child. Linear in the number of nodes that are kept.
    pub(super) fn advance(&mut self, mv: Move) -> bool {
        let tree = &*self;
        let Some(child) = tree
            .children(tree.root())
            .iter()
            .find(|child| child.mv() == mv)
        else {
            return false;
        };
        tree.root().copy_from(child);
        *self.end.get_mut() = self.compact();
        true
    }

    /// Slides all ranges that the root reaches down to the start of the arena. Returns the new end.
    fn compact(&self) -> usize {
        // Ranges that the root reaches: first index, length, and the node whose children they are.
        let mut ranges = Vec::new();
        let mut open = vec![ROOT];
        while let Some(parent) = open.pop() {
            if let Some((first, n)) = self.node(parent).children() {
                ranges.push((first, n, parent));
                open.extend(first..first + n);
            }
        }
        ranges.sort_unstable();
        let mut end = 1;
        let mut moves = Vec::with_capacity(ranges.len());
        for (old, n, parent) in ranges {
            // Never fails: by induction no range lands after its old place.
            let new = self.place(end, n).unwrap_or(old);
            debug_assert!(new <= old);
            self.node(parent).publish(new, n);
            moves.push((old, new, n));
            end = new + n;
        }
        for (old, new, n) in moves {
            for offset in (0..n).filter(|_| new != old) {
                self.node(new + offset).copy_from(self.node(old + offset));
            }
        }
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Rng;
    use crate::board::{Point, Score, Size};

    fn moves(n: usize) -> Vec<(Move, f32)> {
        Size::square(25)
            .points()
            .take(n)
            .map(|point| (Move::Play(point), 0.5))
            .collect()
    }

    /// Moves and visits of the whole tree below a node, depth first.
    fn listing(tree: &Tree, node: &Node) -> Vec<(Move, u32, usize)> {
        let children = tree.children(node);
        let mut list = vec![(node.mv(), node.visits(), children.len())];
        list.extend(children.iter().flat_map(|child| listing(tree, child)));
        list
    }

    /// Expands random leaves until the memory is used up.
    fn grow(tree: &Tree, rng: &mut Rng) {
        loop {
            let mut node = tree.root();
            while let children @ [_, ..] = tree.children(node) {
                node.begin_visit();
                node.end_visit(1, 1, Score::JIGO);
                node = &children[rng.index(children.len())];
            }
            if !tree.expand(node, || moves(1 + rng.index(300))) {
                return;
            }
        }
    }

    #[test]
    fn memory_is_bounded_and_used() {
        let tree = Tree::new(1);
        grow(&tree, &mut Rng::new(1, 0));
        let bytes = tree.len() * size_of::<Node>();
        assert!(bytes <= 1 << 20 && bytes > 1 << 19, "{bytes}");
        assert_eq!(tree.allocate(625), None);
    }

    #[test]
    fn advancing_keeps_exactly_the_subtree_and_frees_the_rest() {
        let mut rng = Rng::new(5, 0);
        for _ in 0..5 {
            let mut tree = Tree::new(2);
            grow(&tree, &mut rng);
            while let Some(child) = tree
                .children(tree.root())
                .iter()
                .max_by_key(|child| child.visits())
            {
                let (mv, kept) = (child.mv(), listing(&tree, child));
                let before = tree.len();
                assert!(tree.advance(mv));
                assert_eq!(listing(&tree, tree.root()), kept);
                assert!(tree.len() < before && tree.len() >= kept.len());
            }
            assert_eq!(tree.len(), 1);
            grow(&tree, &mut rng);
        }
    }

    #[test]
    fn an_unknown_move_changes_nothing() {
        let mut tree = Tree::new(1);
        assert!(!tree.advance(Move::Pass));
        tree.expand(tree.root(), || moves(3));
        let before = listing(&tree, tree.root());
        assert!(!tree.advance(Move::Play(Point::new(9, 9))));
        assert_eq!(listing(&tree, tree.root()), before);
    }
}
