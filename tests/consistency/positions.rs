//! Positions for questions: random plays on small boards, so that many blocks fight for their lives.

use tedomari::base::Rng;
use tedomari::board::{Board, Color, Point, Size};

/// A position, the plays that lead to it, and the questions about it.
pub(super) struct Position {
    pub(super) board: Board,
    pub(super) plays: Vec<(Color, Point)>,
    /// Pairs of neighboring blocks of different colors, by a stone of each; the questions are about the first.
    pub(super) pairs: Vec<(Point, Point)>,
    /// A legal play, to be taken back between questions.
    pub(super) excursion: Option<(Color, Point)>,
    /// The name of the rules, of which every kind of ko and of suicide has some.
    pub(super) rules: &'static str,
}

/// Names of rules as KataGo has them.
const RULES: [&str; 4] = ["chinese", "japanese", "tromp-taylor", "new-zealand"];

/// Sides of the boards: on small ones most questions are answered by proof, on large ones many by estimate.
const SIDES: [u8; 4] = [5, 6, 7, 9];

/// The least number of stones of a block in question.
const LEAST_STONES: usize = 2;

/// Blocks of a position in question.
const BLOCKS: usize = 2;

/// The position with a number; always the same one.
pub(super) fn position(number: usize) -> Position {
    let mut rng = Rng::new(32, number);
    loop {
        let side = SIDES[rng.index(SIDES.len())];
        let size = Size::new(side, side).unwrap();
        let n_points = u32::try_from(size.n_points()).unwrap();
        let n_plays = n_points / 2 + rng.below(n_points / 2);
        let (board, plays) = play(&mut rng, size, n_plays);
        let mut pairs = pairs(&board);
        if pairs.is_empty() {
            continue;
        }
        rng.shuffle(&mut pairs);
        pairs.truncate(BLOCKS);
        let color = plays
            .last()
            .map_or(Color::Black, |(color, _)| color.opponent());
        let mut legal: Vec<Point> = size.points().collect();
        legal.retain(|&point| board.is_legal(color, point));
        rng.shuffle(&mut legal);
        return Position {
            board,
            plays,
            pairs,
            excursion: legal.first().map(|&point| (color, point)),
            rules: RULES[number % RULES.len()],
        };
    }
}

/// Random legal plays by turns; neither side fills a point that only its own stones surround.
fn play(rng: &mut Rng, size: Size, n_plays: u32) -> (Board, Vec<(Color, Point)>) {
    let mut board = Board::new(size);
    let mut plays = Vec::new();
    for color in Color::BOTH.into_iter().cycle().take(n_plays as usize) {
        let is_own_eye = |board: &Board, point: Point| {
            let mut near = point
                .neighbors()
                .into_iter()
                .filter(|&near| size.contains(near));
            near.all(|near| board.color(near) == Some(color))
        };
        let mut moves: Vec<Point> = board.empty_points().to_vec();
        moves.retain(|&point| board.is_legal(color, point) && !is_own_eye(&board, point));
        moves.sort_unstable();
        if moves.is_empty() {
            break;
        }
        let point = moves[rng.index(moves.len())];
        board.play(color, point).unwrap();
        plays.push((color, point));
    }
    (board, plays)
}

/// Each block with a neighbor of the other color, where both have enough stones.
fn pairs(board: &Board) -> Vec<(Point, Point)> {
    let is_large = |point: Point| board.stones(point).count() >= LEAST_STONES;
    let mut pairs = Vec::new();
    for color in Color::BOTH {
        for head in board.first_stones(color) {
            let around = board.stones(head).flat_map(Point::neighbors);
            let mut enemies = around.filter(|&near| board.color(near) == Some(color.opponent()));
            if is_large(head)
                && let Some(enemy) = enemies.find(|&enemy| is_large(enemy))
            {
                pairs.push((head, enemy));
            }
        }
    }
    pairs
}
