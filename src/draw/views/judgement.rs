//! A finished game: dead stones, territory, the status of groups, the score.

use crate::board::{Color, Game, PointSet};
use crate::draw::picture::{
    BoardPanel, Fate, Group, Mark, Panel, Picture, Shape, Territory, vertices,
};
use crate::referee::{Judgement, Status};

/// The judgement of a game by the referee. The title is the score; the caller adds other lines.
#[must_use]
pub fn judgement_picture(game: &Game, judgement: &Judgement) -> Picture {
    let mut panel = BoardPanel::of(game.board());
    for stone in &mut panel.stones {
        stone.is_dead = judgement.dead.contains(stone.at.0);
    }
    for color in Color::BOTH {
        // The cross on a dead stone already shows the owner of its point.
        let free = judgement.territory[color] - judgement.dead;
        panel.territory.extend(free.iter().map(|at| Territory {
            at: at.into(),
            owner: color.into(),
            share: 1.0,
        }));
    }
    let mark = |shape| {
        move |at| Mark {
            at: crate::draw::picture::Vertex(at),
            shape,
        }
    };
    panel
        .marks
        .extend(judgement.dame.iter().map(mark(Shape::Dot)));
    let last = game.last_move().and_then(|(_, mv)| mv.point());
    panel.marks.extend(last.map(mark(Shape::Circle)));
    panel.groups = groups(judgement);
    let is_proved = judgement.blocks.iter().all(|block| block.basis.is_proof());
    let trust = if is_proved { "" } else { " (estimate)" };
    Picture {
        title: format!("{}{trust}", judgement.score),
        panels: vec![Panel::Board(panel)],
        lines: Vec::new(),
    }
}

/// The stones of each color with the same status and the same kind of ground.
fn groups(judgement: &Judgement) -> Vec<Group> {
    let mut groups = Vec::new();
    for (status, fate) in [
        (Status::Alive, Fate::Alive),
        (Status::Seki, Fate::Seki),
        (Status::Dead, Fate::Dead),
    ] {
        for (color, is_proved) in Color::BOTH
            .into_iter()
            .flat_map(|it| [(it, true), (it, false)])
        {
            let mut points = PointSet::EMPTY;
            let blocks = judgement.blocks.iter().filter(|block| {
                let key = (block.status, block.color, block.basis.is_proof());
                key == (status, color, is_proved)
            });
            blocks.for_each(|block| points |= block.stones);
            if !points.is_empty() {
                groups.push(Group {
                    points: vertices(&points),
                    fate,
                    is_proved,
                });
            }
        }
    }
    groups
}
