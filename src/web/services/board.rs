//! The board of a position, and where one may play.

use super::service::{Handling, Service, answer, read};
use crate::board::{Color, Game, IllegalMove};
use crate::web::message::{
    BothColors, Hue, MoveText, PointText, PositionAsk, PositionText, vertices,
};

pub(super) const TABLE: &[Service] = &[Service {
    name: "position",
    work: Handling::AtOnce(|tab, fields, _| {
        let ask: PositionAsk = read(fields)?;
        answer(&position(&tab.game(&ask.game)?))
    }),
}];

fn position(game: &Game) -> PositionText {
    let board = game.board();
    let to_move = game.to_move();
    let ko = board.ko().filter(|&(color, _)| color == to_move);
    PositionText {
        stones: BothColors::from_fn(|color| board.points_of(color).map(PointText).collect()),
        to_move: Hue(to_move),
        captures: BothColors::from_fn(|color| board.n_prisoners(color.opponent())),
        ko: ko.map(|(_, point)| PointText(point)),
        illegal: BothColors::from_fn(|color| illegal(game, color)),
        last: game
            .last_move()
            .map(|(color, mv)| (Hue(color), MoveText(mv))),
        is_over: game.is_over(),
        kos: vertices(&board.stones_in_ko()),
    }
}

/// The empty points where a color may not play, each with the reason.
fn illegal(game: &Game, color: Color) -> Vec<(PointText, &'static str)> {
    let banned = game.banned_by_superko(color);
    let why = |point| match game.board().legality(color, point) {
        Ok(()) => banned.contains(point).then_some("superko"),
        Err(IllegalMove::Ko) => Some("ko"),
        Err(IllegalMove::Suicide) => Some("suicide"),
        Err(IllegalMove::Occupied | IllegalMove::OffBoard) => None,
    };
    let mut points = game.board().empty_points().to_vec();
    points.sort_unstable();
    points
        .into_iter()
        .filter_map(|point| Some((PointText(point), why(point)?)))
        .collect()
}
