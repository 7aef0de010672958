//! A search about some blocks with the evaluations of a network: both sides fight for the blocks alone, and what counts
//! at the end of a line is how far the points of the blocks belong to their owner.
//!
//! This is PUCT as in the whole-board search, with the policy of the network among the moves near the blocks and
//! another value. Each new position is first read for a moment; what is settled so is not evaluated, and settles the
//! positions before it. The evaluations cover what lies outside of frames: ways out, friends nearby that live, walls
//! that do not. Nothing is proved here: the moves between are the likely ones alone.

use std::cmp::{Ordering, Reverse};

use super::threat::Threat;
use crate::base::Budget;
use crate::board::{Board, Color, Move, Point, PointSet};
use crate::intuition::{EvaluationBuffers, Intuition, N_RECENT, NetworkPosition, Symmetry};

/// Farthest distance from the blocks of a move, in steps along the lines that do not cross stones of the attacker.
const REACH: usize = 4;

/// Blocks of the attacker beside these points whose liberties are looked at, too, have so many at most.
const FEW_LIBERTIES: u16 = 4;

/// Moves of a position that are looked at, the likeliest ones.
const MOST_MOVES: usize = 12;

/// The share of the policy that a pass has: a move elsewhere.
const PASS: f32 = 0.04;

/// The share of the policy that a suggested move has at least: that of the reader, and the first one of a threat.
const SUGGESTED: f32 = 0.2;

/// Weight of the policy against the value.
const EXPLORATION: f32 = 1.2;

/// Moves that are named as the best ones.
const N_BEST: usize = 3;

/// How much worse than its parent a move without visits counts once all of the policy was tried.
const REDUCTION: f32 = 0.25;

/// Whether the blocks live in a position with a side to move, if that is read in a short time.
pub(super) type ReadFate<'a> = dyn FnMut(&Board, Color) -> Option<bool> + 'a;

/// The blocks that are fought for, and by what network.
#[derive(Debug)]
pub(super) struct GroupSearch<'a> {
    network: &'a Intuition,
    root: NetworkPosition<'a>,
    owner: Color,
    /// The stones of each block. One of them has to live.
    blocks: Vec<PointSet>,
    /// Points that are no first move.
    banned: PointSet,
    /// What the other side does if the first move does not prevent it.
    threat: Option<Threat>,
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Outlook {
    /// How far the blocks belong to the side to move after its best move, from -1 to 1.
    pub(super) share: f32,
    /// The best move; `None` for a pass.
    pub(super) mv: Option<Point>,
    /// How far they belong to it after the move that was suggested, if that was looked at.
    pub(super) suggested: Option<f32>,
    /// Whether reading has settled the fate of the blocks after the best move.
    pub(super) is_read: bool,
    /// How far they belong to it after a pass.
    pub(super) passed: f32,
    /// The moves that were looked at most often, first the one most often.
    pub(super) best: [Option<Point>; N_BEST],
}

/// A move from a position.
#[derive(Debug)]
struct Branch {
    mv: Option<Point>,
    prior: f32,
    child: Option<usize>,
}

/// A position that was evaluated.
#[derive(Debug)]
struct Node {
    to_move: Color,
    branches: Vec<Branch>,
    visits: u16,
    /// Sum over the visits of how far the blocks belong to their owner.
    sum: f32,
    /// Whether the blocks live, where that was read or follows.
    fate: Option<bool>,
}

impl Node {
    /// How far the blocks belong to their owner.
    fn mean(&self) -> f32 {
        match self.fate {
            Some(true) => 1.0,
            Some(false) => -1.0,
            None => self.sum / f32::from(self.visits.max(1)),
        }
    }

    const fn settled(to_move: Color, lives: bool) -> Self {
        Self {
            to_move,
            branches: Vec::new(),
            visits: 1,
            sum: if lives { 1.0 } else { -1.0 },
            fate: Some(lives),
        }
    }
}

/// The moves from the first position to another one, and the board there.
#[derive(Debug)]
struct Line {
    board: Board,
    /// The latest last.
    moves: Vec<(Color, Option<Point>)>,
}

impl<'a> GroupSearch<'a> {
    /// A search about the blocks on some points. `None` if there is no stone.
    pub(super) fn new(
        network: &'a Intuition,
        root: NetworkPosition<'a>,
        targets: &PointSet,
        banned: PointSet,
    ) -> Option<Self> {
        let board = root.board;
        let owner = targets.iter().find_map(|point| board.color(point))?;
        let heads = board.first_of_each_block(targets.iter());
        let blocks = heads.into_iter().map(|head| board.stones(head).collect());
        Some(Self {
            network,
            root,
            owner,
            blocks: blocks.collect(),
            banned,
            threat: None,
        })
    }

    /// The same search where the other side has a threat: the first move has to prevent it.
    pub(super) fn against(mut self, threat: Option<Threat>) -> Self {
        self.threat = threat;
        self
    }

    /// The outlook of the side to move after so many evaluations; `None` if the limits end them before the second one.
    /// A suggested move is looked at, too. `read` is called for each new position.
    pub(super) fn outlook(
        &self,
        suggested: Option<Point>,
        n_evaluations: u16,
        read: &mut ReadFate<'_>,
        limits: &Budget,
    ) -> Option<Outlook> {
        let mut buffers = EvaluationBuffers::default();
        let start = Line {
            board: self.root.board.clone(),
            moves: Vec::new(),
        };
        limits.check().ok()?;
        let mut root = self.evaluated(&start, self.root.to_move, Symmetry::IDENTITY, &mut buffers);
        root.branches
            .retain(|branch| branch.mv.is_none_or(|mv| !self.banned.contains(mv)));
        let vital = self.threat.and_then(|threat| threat.first);
        for point in suggested.into_iter().chain(vital) {
            self.suggest(&mut root, point);
        }
        let pass = root.branches.iter().position(|branch| branch.mv.is_none());
        let mut nodes = vec![root];
        for n in 1..n_evaluations {
            if limits.check().is_err() || nodes[0].fate.is_some() {
                break;
            }
            let first = pass.filter(|_| n == 1);
            self.visit(&mut nodes, first, symmetry(n), read, &mut buffers);
        }
        self.outlook_of(&nodes, suggested)
    }

    /// The outlook by the positions that were looked at.
    fn outlook_of(&self, nodes: &[Node], suggested: Option<Point>) -> Option<Outlook> {
        let sign = self.sign_of(self.root.to_move);
        let wanted = self.root.to_move == self.owner;
        let tried: Vec<(Option<Point>, &Node)> = nodes[0]
            .branches
            .iter()
            .filter_map(|branch| Some((branch.mv, &nodes[branch.child?])))
            .collect();
        let share = |node: &Node| sign * node.mean();
        let rank = |node: &Node| {
            let settled = node
                .fate
                .map_or(0, |lives| if lives == wanted { 1 } else { -1 });
            (settled, node.visits, share(node))
        };
        let (mv, best) = tried.iter().max_by(|(_, a), (_, b)| {
            let order = rank(a).partial_cmp(&rank(b));
            order.unwrap_or(Ordering::Equal)
        })?;
        let shown = tried
            .iter()
            .find(|(mv, _)| mv.is_some() && *mv == suggested);
        let passed = tried.iter().find(|(mv, _)| mv.is_none());
        let mut plays: Vec<(Point, u16)> = tried
            .iter()
            .filter_map(|&(mv, node)| Some((mv?, node.visits)))
            .collect();
        plays.sort_by_key(|&(_, visits)| Reverse(visits));
        Some(Outlook {
            best: std::array::from_fn(|n| plays.get(n).map(|&(mv, _)| mv)),
            share: share(best),
            mv: *mv,
            suggested: shown.map(|(_, node)| share(node)),
            is_read: best.fate.is_some(),
            passed: match (passed, self.threat) {
                (Some((_, node)), _) => share(node),
                (None, Some(_)) => -1.0,
                (None, None) => share(best),
            },
        })
    }

    /// 1 for the owner of the blocks, else -1.
    fn sign_of(&self, color: Color) -> f32 {
        if color == self.owner { 1.0 } else { -1.0 }
    }

    /// Makes a move likely enough to be looked at.
    fn suggest(&self, root: &mut Node, point: Point) {
        if self.banned.contains(point) || !self.root.board.is_legal(root.to_move, point) {
            return;
        }
        match root
            .branches
            .iter_mut()
            .find(|branch| branch.mv == Some(point))
        {
            Some(branch) => branch.prior = branch.prior.max(SUGGESTED),
            None => root.branches.push(Branch {
                mv: Some(point),
                prior: SUGGESTED,
                child: None,
            }),
        }
    }

    /// Walks from the root to a position that was not evaluated, or is over, and back; by a branch of the root if one
    /// is given.
    fn visit(
        &self,
        nodes: &mut Vec<Node>,
        mut first: Option<usize>,
        symmetry: Symmetry,
        read: &mut ReadFate<'_>,
        buffers: &mut EvaluationBuffers,
    ) {
        let mut line = Line {
            board: self.root.board.clone(),
            moves: Vec::new(),
        };
        let mut path = vec![0];
        let mut now = 0;
        let value = loop {
            if nodes[now].fate.is_some() {
                break nodes[now].mean();
            }
            let Some(chosen) = first.take().or_else(|| self.choose(nodes, now)) else {
                break nodes[now].mean();
            };
            let color = nodes[now].to_move;
            let branch = &nodes[now].branches[chosen];
            match branch.mv {
                Some(point) if line.board.play(color, point).is_err() => break nodes[now].mean(),
                Some(_) => {}
                None => line.board.pass(),
            }
            line.moves.push((color, branch.mv));
            if let Some(child) = branch.child {
                now = child;
                path.push(now);
                continue;
            }
            let to_move = color.opponent();
            let fate = if self.are_gone(&line.board) {
                Some(false)
            } else {
                read(&line.board, to_move)
            };
            let child = match fate {
                Some(lives) => Node::settled(to_move, lives),
                None => self.evaluated(&line, to_move, symmetry, buffers),
            };
            let value = child.mean();
            let index = nodes.len();
            nodes.push(child);
            nodes[now].branches[chosen].child = Some(index);
            break value;
        };
        // A new position has counted its own evaluation already.
        for index in path.into_iter().rev() {
            let node = &mut nodes[index];
            node.visits = node.visits.saturating_add(1);
            node.sum += value;
            nodes[index].fate = self.fate_of(nodes, index);
        }
    }

    /// Whether the blocks live in a position by what is settled after its moves: one that wins is enough.
    fn fate_of(&self, nodes: &[Node], index: usize) -> Option<bool> {
        let node = &nodes[index];
        let wanted = node.to_move == self.owner;
        let mut fates = node.branches.iter().map(|branch| nodes[branch.child?].fate);
        if node.fate.is_some() || fates.clone().any(|fate| fate == Some(wanted)) {
            return node.fate.or(Some(wanted));
        }
        fates.all(|fate| fate.is_some()).then_some(!wanted)
    }

    /// Whether all blocks were taken.
    fn are_gone(&self, board: &Board) -> bool {
        let is_left = |point| board.color(point) == Some(self.owner);
        !self.blocks.iter().any(|block| block.iter().any(is_left))
    }

    /// The branch that deserves the next visit; `None` if there is none.
    fn choose(&self, nodes: &[Node], now: usize) -> Option<usize> {
        let node = &nodes[now];
        let sign = self.sign_of(node.to_move);
        let tried: f32 = node
            .branches
            .iter()
            .filter(|branch| branch.child.is_some())
            .map(|branch| branch.prior)
            .sum();
        let first = sign * node.mean() - REDUCTION * tried.sqrt();
        let scale = EXPLORATION * f32::from(node.visits).sqrt();
        let urgency = |branch: &Branch| {
            let (value, visits) = branch.child.map_or((first, 0), |child| {
                (sign * nodes[child].mean(), nodes[child].visits)
            });
            value + scale * branch.prior / (1.0 + f32::from(visits))
        };
        let lost = node.to_move != self.owner;
        let is_open = |branch: &Branch| {
            branch
                .child
                .is_none_or(|child| nodes[child].fate != Some(lost))
        };
        let each = node
            .branches
            .iter()
            .enumerate()
            .filter(|(_, branch)| is_open(branch));
        let each = each.map(|(index, branch)| (index, urgency(branch)));
        each.max_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(index, _)| index)
    }

    /// The position at the end of a line, evaluated.
    fn evaluated(
        &self,
        line: &Line,
        to_move: Color,
        symmetry: Symmetry,
        buffers: &mut EvaluationBuffers,
    ) -> Node {
        let board = &line.board;
        let earlier = earlier(line, &self.root);
        let mut position = NetworkPosition::alone(board, to_move, self.root.rules);
        position.n_handicap = self.root.n_handicap;
        position.earlier = earlier.each_ref();
        let made = line.moves.iter().rev();
        let made = made.map(|&(color, mv)| Some((color, mv.map_or(Move::Pass, Move::Play))));
        let recent = made.chain(self.root.recent).take(N_RECENT);
        for (shown, mv) in position.recent.iter_mut().zip(recent) {
            *shown = mv;
        }
        let evaluation = self.network.ask(&position, symmetry, 0.0, true, buffers);
        let owned: Vec<(Point, f32)> = board
            .size()
            .points_from_top()
            .zip(evaluation.ownership.iter().copied())
            .collect();
        let sign = self.sign_of(to_move);
        let share = |block: &PointSet| {
            let stones = owned.iter().filter(|(point, _)| block.contains(*point));
            let (sum, n) = stones.fold((0.0, 0.0), |(sum, n), (_, owned)| {
                (sum + sign * owned, n + 1.0_f32)
            });
            sum / n.max(1.0)
        };
        let best = self.blocks.iter().map(share).fold(-1.0, f32::max);
        let threat = self.threat.filter(|_| line.moves.is_empty());
        let region = self.region(board);
        let region = threat.map_or(region, |threat| threat.answers(&region));
        let mut moves: Vec<Branch> = evaluation
            .policy
            .iter()
            .filter_map(|&(mv, prior)| Some((mv.point()?, prior)))
            .filter(|(point, _)| region.contains(*point))
            .map(|(point, prior)| Branch {
                mv: Some(point),
                prior,
                child: None,
            })
            .collect();
        moves.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        moves.truncate(MOST_MOVES);
        let sum: f32 = moves.iter().map(|branch| branch.prior).sum();
        for branch in &mut moves {
            branch.prior *= (1.0 - PASS) / sum.max(f32::MIN_POSITIVE);
        }
        if threat.is_none() {
            moves.push(Branch {
                mv: None,
                prior: PASS,
                child: None,
            });
        }
        Node {
            to_move,
            branches: moves,
            visits: 1,
            sum: best,
            fate: None,
        }
    }

    /// The points that matter for the blocks: those within reach, and the liberties of weak stones around.
    fn region(&self, board: &Board) -> PointSet {
        let attacker = self.owner.opponent();
        let walls: PointSet = board.points_of(attacker).collect();
        let blocks = self
            .blocks
            .iter()
            .fold(PointSet::EMPTY, |all, block| all | *block);
        let near = (0..REACH).fold(blocks, |near, _| near | (near - walls).spread());
        let heads = board.first_of_each_block((near & walls).iter());
        let weak = heads.into_iter().filter_map(|head| board.block_at(head));
        let weak = weak.filter(|block| block.n_liberties() <= FEW_LIBERTIES);
        near | weak.fold(PointSet::EMPTY, |all, block| all | *block.liberties())
    }
}

/// The boards one and two moves before the end of a line.
fn earlier(line: &Line, root: &NetworkPosition<'_>) -> [Board; 2] {
    let mut board = line.board.clone();
    let mut before = root.earlier.into_iter();
    [1, 2].map(|age| {
        if age <= line.moves.len() {
            board.undo();
            board.clone()
        } else {
            before.next().unwrap_or(root.board).clone()
        }
    })
}

/// The symmetries in turn.
fn symmetry(n: u16) -> Symmetry {
    let number = usize::from(n) % Symmetry::COUNT;
    let number = u8::try_from(number).unwrap_or(0);
    Symmetry::from_number(number).unwrap_or_default()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::board::Rules;
    use crate::engine::EngineParams;
    use crate::engine::params::NetworkParams;
    use crate::intuition::{NetworkSource, PrecisionChoice};

    /// Settings with a network or without one, and no clock for a question.
    pub(in crate::engine::reading) fn params_without_clock(
        source: Option<NetworkSource>,
    ) -> EngineParams {
        let mut params = EngineParams {
            network: NetworkParams {
                source,
                precision: PrecisionChoice::F32,
            },
            ..EngineParams::default()
        };
        params.reading.budgets.seconds = 0.0;
        params
    }

    /// A White group in the corner with three points in a row: the point in the middle is vital to both sides.
    pub(in crate::engine::reading) const THREE_IN_A_ROW: &str = "\
        . . . O X . . . .\n\
        O O O O X . . . .\n\
        X X X X X . . X .\n\
        . . . . . . . . .\n\
        . . X . . . . . .\n\
        . . . . . . O . .\n\
        . . . O . . . . .\n\
        . . . . . . O . .\n\
        . . . . . . . . .";

    fn point(name: &str) -> Point {
        name.parse().unwrap()
    }

    /// The outlook of Black, who moves first; `read` is called for each new position.
    fn outlook(banned: &[&str], read: &mut ReadFate<'_>) -> Outlook {
        let network = Intuition::load(&NetworkSource::Embedded, PrecisionChoice::F32).unwrap();
        let board: Board = THREE_IN_A_ROW.parse().unwrap();
        let rules = Rules::default();
        let root = NetworkPosition::alone(&board, Color::Black, &rules);
        let banned = banned.iter().map(|name| point(name)).collect();
        let targets = [point("A8")].into_iter().collect();
        let search = GroupSearch::new(&network, root, &targets, banned).unwrap();
        search
            .outlook(None, 40, read, &Budget::unlimited())
            .unwrap()
    }

    #[test]
    fn the_search_finds_the_vital_point_and_sees_the_capture() {
        let found = outlook(&[], &mut |_, _| None);
        assert_eq!(found.mv, Some(point("B9")));
        assert!(found.share > 0.0 && !found.is_read, "{found:?}");
    }

    #[test]
    fn a_banned_move_is_not_made() {
        let found = outlook(&["B9"], &mut |_, _| None);
        assert_ne!(found.mv, Some(point("B9")));
    }

    #[test]
    fn what_is_read_settles_the_position_before() {
        let dies_after = |name: &'static str| {
            move |board: &Board, _: Color| {
                board.color(point(name)).map(|stone| stone != Color::Black)
            }
        };
        let found = outlook(&[], &mut dies_after("C9"));
        assert_eq!((found.mv, found.is_read), (Some(point("C9")), true));
        assert!((found.share - 1.0).abs() < f32::EPSILON, "{found:?}");
        // If all is read as life, no move is better than another.
        let lives = outlook(&[], &mut |_, _| Some(true));
        assert!((lives.share + 1.0).abs() < f32::EPSILON, "{lives:?}");
    }

    #[test]
    fn a_block_that_was_taken_is_gone() {
        let network = Intuition::load(&NetworkSource::Embedded, PrecisionChoice::F32).unwrap();
        let board: Board = ". X . . .\nO X . . .\n. . . . .\n. . . . .\n. . . . ."
            .parse()
            .unwrap();
        let rules = Rules::default();
        let root = NetworkPosition::alone(&board, Color::Black, &rules);
        let targets = [point("A4")].into_iter().collect();
        let search = GroupSearch::new(&network, root, &targets, PointSet::EMPTY).unwrap();
        assert!(!search.are_gone(&board));
        let mut after = board.clone();
        after.play(Color::Black, point("A5")).unwrap();
        after.play(Color::Black, point("A3")).unwrap();
        assert!(search.are_gone(&after));
    }
}
