//! What is safe: by static proofs, and by local search.

use super::state::Engine;
use crate::base::Budget;
use crate::board::{
    Board, Color, Game, PerColor, Point, PointSet, Rules, Score, UnknownRules, score,
};
use crate::region::{Kept, WindowMemory, kept_by_windows, nodes_on_board, searched_reasons};
use crate::safety::{ChainProof, Nakade, SafetyMap, StaticSafety, components};
use crate::tsumego::reader::Past;

/// Nodes for a search for safe stones.
const SAFETY_NODES: u64 = 800_000;

/// Questions about windows that are paid for in a search for safe stones on a large board.
const WINDOW_QUESTIONS: u64 = 400;

/// Which proofs of safety count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SafetyKind {
    /// Safe though the owner always passes.
    Unconditional,
    /// Safe if the owner answers each play, by static rules.
    Static,
    /// Safe if the owner answers each play, by static rules and local search, of regions and of windows.
    Searched,
}

/// Why stones and points of a color are safe under alternate play.
#[derive(Clone, Debug)]
pub struct SafetyProof {
    /// The chains, with their eyes and pairs.
    pub chains: Vec<ChainProof>,
    /// Each part of the territory; the second set is the eye space of the other color in it that is kept too small, if
    /// there is one.
    pub territory: Vec<(PointSet, Option<PointSet>)>,
    /// What local search adds: a line for each region and each window.
    pub searched: Vec<String>,
}

impl Engine {
    /// The points that are safe for each color.
    pub fn safe_points(&mut self, board: &Board, kind: SafetyKind) -> SafetyMap {
        match kind {
            SafetyKind::Unconditional => SafetyMap::benson(board),
            SafetyKind::Static => self
                .proof_cache
                .about(board, &Budget::unlimited())
                .alternate(board),
            SafetyKind::Searched => self.safe_points_by_search(board, &Budget::unlimited()),
        }
    }

    /// The points that are safe for each color in a game: where a superko rule holds and a position of the game may
    /// come back, only those that need no answer.
    pub fn safe_points_of(&mut self, game: &Game, kind: SafetyKind) -> SafetyMap {
        let map = self.safe_points(game.board(), kind);
        Past::of(game).leaves(map, game.board())
    }

    /// The same by static rules and by as much local search as `limits` allow.
    pub fn safe_points_of_within(&mut self, game: &Game, limits: &Budget) -> SafetyMap {
        let map = self.safe_points_by_search(game.board(), limits);
        Past::of(game).leaves(map, game.board())
    }

    /// The points that are safe for each color by static rules and by as much local search as `limits` allow. A search
    /// that came to its end is remembered for the latest positions.
    #[must_use]
    pub fn safe_points_by_search(&mut self, board: &Board, limits: &Budget) -> SafetyMap {
        safe_points(board, &self.kept_by_search(board, limits))
    }

    /// What each color keeps by answering each play of the other one, by static rules and by as much local search as
    /// `limits` allow. A search that came to its end is remembered for the latest positions.
    pub(super) fn kept_by_search(&mut self, board: &Board, limits: &Budget) -> PerColor<Kept> {
        let proofs = self.proof_cache.about(board, limits);
        if let Some(known) = proofs.searched.get() {
            return known.clone();
        }
        let nodes = self.params.safety.window_nodes;
        let n_window_nodes = window_credit(board, nodes);
        let mut regions = limits.part(SAFETY_NODES);
        let mut windows = limits.part(n_window_nodes);
        let memory = &mut WindowMemory::default();
        let kept = kept_by_windows(board, nodes, &mut regions, memory, &mut windows);
        let is_whole = limits.remaining() >= SAFETY_NODES.max(n_window_nodes);
        if is_whole && limits.check().is_ok() {
            return proofs.searched.get_or_init(|| kept).clone();
        }
        kept
    }

    /// What each color keeps, if a search of the position has come to its end before.
    pub(super) fn known_kept(&mut self, board: &Board, limits: &Budget) -> Option<PerColor<Kept>> {
        let proofs = self.proof_cache.known(board, limits)?;
        proofs.searched.get().cloned()
    }

    /// The points that are safe for each color as far as it is known without more search: what a search of the position
    /// found before, else what static rules prove.
    pub(super) fn known_safe_points(&mut self, board: &Board) -> SafetyMap {
        let proofs = self.proof_cache.about(board, &Budget::unlimited());
        match proofs.searched.get() {
            Some(kept) => safe_points(board, kept),
            None => proofs.alternate(board),
        }
    }

    /// The winner by area, if the points that are safe by static rules settle it.
    pub fn safe_winner(&mut self, game: &Game) -> Option<Color> {
        let map = self.safe_points_of(game, SafetyKind::Static);
        map.winner(game.board(), game.rules().komi.score())
    }

    /// The pairs of points that keep the stones of a color safe: a play on one is answered on the other. There are none
    /// where superko may forbid an answer.
    pub fn safe_pairs(&mut self, game: &Game, color: Color) -> Vec<[Point; 2]> {
        self.static_safety_after(game, color).pairs
    }

    /// What static rules prove of a color in a game, as [`Self::safe_points_of`] shows it, with the pairs and eye
    /// spaces that it rests on.
    fn static_safety_after(&mut self, game: &Game, color: Color) -> StaticSafety {
        let (board, past) = (game.board(), Past::of(game));
        let proofs = self.proof_cache.about(board, &Budget::unlimited());
        let safety = proofs.safety(color);
        if !past.may_come_back_with(board, color, &safety.stones) {
            return safety.clone();
        }
        let left = past.leaves(proofs.alternate(board), board);
        StaticSafety {
            stones: left.stones[color],
            territory: left.territory[color],
            ..StaticSafety::default()
        }
    }

    /// What local search adds to the safety of a color in a game; nothing where superko may forbid an answer.
    fn searched_safety(&mut self, game: &Game, color: Color) -> Vec<String> {
        let (board, past) = (game.board(), Past::of(game));
        if !past.is_empty() {
            let map = self.safe_points(board, SafetyKind::Searched);
            if past.may_come_back_with(board, color, &map.stones[color]) {
                return Vec::new();
            }
        }
        let limits = Budget::unlimited();
        let nodes = self.params.safety.window_nodes;
        // Half of what both colors together get.
        let mut regions = limits.part(SAFETY_NODES / 2);
        let mut windows = limits.part(window_credit(board, nodes) / 2);
        searched_reasons(board, color, nodes, &mut regions, &mut windows)
    }

    /// Why the stones and points of a color are safe under alternate play in a game.
    pub fn safety_proof(&mut self, game: &Game, color: Color) -> SafetyProof {
        let safety = self.static_safety_after(game, color);
        let mut territory = Vec::new();
        for area in components(safety.territory) {
            let spaces = safety.nakade.iter().map(Nakade::points);
            let mut within = spaces.filter(|space| space.is_subset(&area));
            territory.push((area, within.next()));
        }
        SafetyProof {
            chains: safety.proofs(game.board(), color),
            territory,
            searched: self.searched_safety(game, color),
        }
    }

    /// The score of a position under named rules and the komi of the game, every stone counted as alive.
    ///
    /// # Errors
    /// If no rules have this name.
    pub fn static_score(&self, game: &Game, rules: &str) -> Result<Score, UnknownRules> {
        let rules = Rules::named(rules)?.with_komi_of(game.rules());
        let nothing = PointSet::EMPTY;
        Ok(score::score(game.board(), &nothing, &nothing, &rules, 0))
    }
}

/// What is kept as a map of safe stones and territory.
fn safe_points(board: &Board, kept: &PerColor<Kept>) -> SafetyMap {
    SafetyMap::new(
        board,
        PerColor::from_fn(|color| kept[color].stones),
        PerColor::from_fn(|color| kept[color].territory),
    )
}

/// The nodes of a search of windows on a board, with at most `nodes` for a usual question.
fn window_credit(board: &Board, nodes: u64) -> u64 {
    nodes_on_board(board, nodes.saturating_mul(WINDOW_QUESTIONS))
}
