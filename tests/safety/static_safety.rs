//! Safety under alternate play: the opponent tries everything against an owner who only makes the announced answers.

use std::collections::HashSet;

use tedomari::base::{CancelToken, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Rules};
use tedomari::safety::{ChainProof, StaticSafety, static_safety, unconditional_life};
use tedomari::sgf::{self, LoadOptions};

use super::oracle;

/// The owner's strategy, and the claims that must hold against every play of the opponent.
struct Referee {
    safety: StaticSafety,
    /// The position of the claims, for messages.
    start: String,
    owner: Color,
    /// The points where the opponent plays.
    within: PointSet,
    seen: HashSet<u64>,
    limit: usize,
}

impl Referee {
    /// The answer to the play of the opponent on `point`: the other point of its pair, or one in its eye space.
    fn answer(&self, board: &Board, point: Point) -> Option<Point> {
        let partner = self.safety.pairs.iter().find_map(|&[p, q]| match point {
            _ if point == p => Some(q),
            _ if point == q => Some(p),
            _ => None,
        });
        let in_eye_space = || {
            let mut spaces = self.safety.nakade.iter();
            spaces
                .find(|space| space.points().contains(point))?
                .answer(board)
        };
        partner.or_else(in_eye_space)
    }

    /// Plays a move of the opponent and the owner's answer. `None` if the move is illegal. The opponent may retake
    /// every ko at once, the owner may not. If the point of the answer is still empty, the answer must be legal.
    fn turn(&self, board: &mut Board, point: Point) -> Option<u32> {
        board.set_ko(None);
        board.play(self.owner.opponent(), point).ok()?;
        let Some(answer) = self
            .answer(board, point)
            .filter(|&answer| board.is_empty(answer))
        else {
            self.check(board);
            return Some(1);
        };
        let played = board.play(self.owner, answer);
        assert!(
            played.is_ok(),
            "{} can't answer {point} on {answer}: {played:?}\n{board}",
            self.owner
        );
        self.check(board);
        Some(2)
    }

    fn check(&self, board: &Board) {
        let stones: PointSet = board.points_of(self.owner).collect();
        assert!(
            self.safety.stones.is_subset(&stones),
            "{} lost a safe stone\n{board}\nfrom\n{}\n{:?}",
            self.owner,
            self.start,
            self.safety
        );
        let invader = unconditional_life(board, self.owner.opponent()).stones;
        assert!(
            !invader.intersects(&self.safety.territory),
            "{} lives inside\n{board}\nfrom\n{}\n{:?}",
            self.owner.opponent(),
            self.start,
            self.safety
        );
    }

    fn try_everything(&mut self, board: &mut Board) {
        let empty: PointSet = board.empty_set();
        for point in &(empty & self.within) {
            let Some(n_plays) = self.turn(board, point) else {
                continue;
            };
            if self.seen.len() < self.limit && self.seen.insert(board.hash()) {
                self.try_everything(board);
            }
            for _ in 0..n_plays {
                board.undo();
            }
        }
    }
}

/// Checks the claims about a position. Returns how many points more than in unconditional life are safe.
fn check(board: &Board, owner: Color, limit: usize) -> usize {
    let safety = static_safety(board, owner);
    let life = unconditional_life(board, owner);
    assert!(life.stones.is_subset(&safety.stones), "{owner}\n{board}");
    assert!(life.vital.is_subset(&safety.territory), "{owner}\n{board}");
    let n_more = safety.points().len() - life.points().len();
    let n_paired: PointSet = safety.pairs.iter().flatten().copied().collect();
    assert_eq!(
        n_paired.len(),
        2 * safety.pairs.len(),
        "the pairs overlap\n{board}"
    );
    if n_more > 0 {
        let mut referee = Referee {
            safety,
            start: format!("{board}\nsuicide {}", board.allows_suicide()),
            owner,
            within: board.size().points().collect(),
            seen: HashSet::new(),
            limit,
        };
        referee.try_everything(&mut board.clone());
    }
    n_more
}

#[test]
fn nothing_safe_is_lost_on_3x4() {
    let n_more: usize = oracle::legal_boards(4, 3, 61)
        .map(|board| check(&board, Color::Black, 2000))
        .sum();
    assert!(n_more > 500, "{n_more}");
}

#[test]
fn nothing_safe_is_lost_on_random_boards() {
    let mut rng = Rng::new(5, 0);
    let mut n_more = 0;
    for (width, height) in [(4, 4), (5, 4), (6, 3), (5, 5), (7, 4), (6, 6), (9, 7)] {
        for round in 0..300 {
            let owner = Color::BOTH[round % 2];
            let board =
                oracle::enclosed_board(&mut rng, width, height, owner).with_suicide(round % 3 == 0);
            n_more += usize::from(check(&board, owner, 300) > 0);
        }
    }
    assert!(n_more > 200, "{n_more}");
}

/// Chains whose proofs depend on each other: they share a region or a pair.
struct Cluster {
    stones: PointSet,
    /// The points of their regions and pairs.
    points: PointSet,
    safety: StaticSafety,
}

fn clusters(proofs: &[ChainProof], safety: &StaticSafety) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    for proof in proofs {
        let paired: PointSet = proof.pairs.iter().flatten().copied().collect();
        let points = proof.eyes.iter().fold(paired, |all, (eye, _)| all | *eye);
        let mut cluster = Cluster {
            stones: proof.stones,
            points,
            safety: StaticSafety {
                pairs: proof.pairs.clone(),
                ..StaticSafety::default()
            },
        };
        // All blocks around a region are in its cluster, and so are all regions of a chain.
        while let Some(n) = clusters.iter().position(|other| {
            let reaches = |one: &Cluster, two: &Cluster| {
                one.points.intersects(&two.points) || one.points.spread().intersects(&two.stones)
            };
            reaches(&cluster, other) || reaches(other, &cluster)
        }) {
            let other = clusters.remove(n);
            cluster.stones |= other.stones;
            cluster.points |= other.points;
        }
        clusters.push(cluster);
    }
    for cluster in &mut clusters {
        let is_inside = |pair: &&[Point; 2]| pair.iter().all(|&p| cluster.points.contains(p));
        cluster.safety.pairs = safety.pairs.iter().filter(is_inside).copied().collect();
        cluster.safety.stones = cluster.stones;
    }
    clusters
}

/// Fills the points outside a cluster with stones of the opponent, except the opponent's own eyes: without them the
/// opponent would be captured there.
fn fill_outside(board: &Board, owner: Color, cluster: &Cluster) -> Board {
    let mut board = board.clone();
    board.forget_history();
    for _ in 0..board.size().n_points() {
        let outside: PointSet = board.empty_set();
        let n_before = board.hash();
        for point in &(outside - cluster.points) {
            // A neighbor beyond the edge counts as the opponent's.
            let is_own =
                |neighbor: Point| board.color(neighbor) != Some(owner) && !board.is_empty(neighbor);
            if point.neighbors().into_iter().all(is_own) {
                continue;
            }
            board.set_ko(None);
            let _ = board.play(owner.opponent(), point);
        }
        if board.hash() == n_before {
            break;
        }
    }
    board.forget_history();
    board
}

/// Attacks every cluster of chains after filling all points outside with stones of the opponent, so that no moves are
/// left there. Returns the number of clusters that all sequences of plays attacked, and the number given up after
/// `limit` positions.
fn attack_clusters(board: &Board, owner: Color, limit: usize) -> (usize, usize) {
    let safety = static_safety(board, owner);
    let proofs = safety.proofs(board, owner);
    let proved = proofs
        .iter()
        .fold(PointSet::EMPTY, |all, proof| all | proof.stones);
    assert_eq!(proved, safety.stones, "{owner}\n{board}");
    let (mut n_exhausted, mut n_given_up) = (0, 0);
    for cluster in clusters(&proofs, &safety) {
        let mut referee = Referee {
            start: format!("{board}\nsuicide {}", board.allows_suicide()),
            safety: cluster.safety.clone(),
            owner,
            within: cluster.points,
            seen: HashSet::new(),
            limit,
        };
        let mut filled = fill_outside(board, owner, &cluster);
        referee.check(&filled);
        referee.try_everything(&mut filled);
        if referee.seen.len() < limit {
            n_exhausted += 1;
        } else {
            n_given_up += 1;
        }
    }
    (n_exhausted, n_given_up)
}

#[test]
fn chains_hold_when_everything_else_is_lost() {
    let mut rng = Rng::new(6, 0);
    let (mut n_exhausted, mut n_given_up) = (0, 0);
    for (width, height) in [(4, 4), (6, 4), (5, 5), (7, 5), (7, 6)] {
        for round in 0..60 {
            let owner = Color::BOTH[round % 2];
            let board =
                oracle::enclosed_board(&mut rng, width, height, owner).with_suicide(round % 3 == 0);
            let (n_held, n_open) = attack_clusters(&board, owner, 1000);
            n_exhausted += n_held;
            n_given_up += n_open;
        }
    }
    assert!(
        n_exhausted > 100 && n_given_up < n_exhausted,
        "{n_exhausted}, {n_given_up}"
    );
}

/// Attacks the positions named in `TEDOMARI_SAFETY_SGF`: files separated by commas, each optionally with `@` and the
/// number of the move before which to stop. Without it, a position of our own.
#[test]
fn positions_from_outside_hold() {
    let own = "(;SZ[7]AB[ab][bb][cb][db][eb][ea]AW[ac][bc][cc][dc][ec][fb][fa])";
    let named = std::env::var("TEDOMARI_SAFETY_SGF").ok();
    let texts: Vec<(String, Vec<u8>, Option<usize>)> = named.map_or_else(
        || vec![("own".to_owned(), own.into(), None)],
        |names| {
            let texts = names.split(',').map(|name| {
                let (path, number) = name.split_once('@').unwrap_or((name, ""));
                let bytes = std::fs::read(path).unwrap();
                (name.to_owned(), bytes, number.parse().ok())
            });
            texts.collect()
        },
    );
    let mut n_held = 0;
    for (name, bytes, before_move) in texts {
        let options = LoadOptions {
            rules: Rules::default(),
            before_move,
            cancel: CancelToken::new(),
        };
        let game = sgf::load_bytes(bytes, &options).unwrap().game;
        for owner in Color::BOTH {
            let (n_exhausted, _) = attack_clusters(game.board(), owner, 100_000);
            n_held += n_exhausted;
        }
        assert!(n_held > 0, "{name}: no attack was carried through");
    }
}
