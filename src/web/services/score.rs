//! The score of a game as if it ended here.

use super::service::{Handling, Service, answer, read};
use crate::board::rules::{Scoring, Tax};
use crate::board::{Color, Game, score};
use crate::calibration::Confidence;
use crate::referee::{BlockJudgement, Judgement, Unfinished};
use crate::web::message::{
    BothColors, CountText, Hue, JudgedBlock, PositionAsk, Scored, Trust, vertices,
};

pub(super) const TABLE: &[Service] = &[Service {
    name: "score",
    work: Handling::AtOnce(|tab, fields, caller| {
        let ask: PositionAsk = read(fields)?;
        let game = tab.game(&ask.game)?;
        let judgement = tab
            .engine
            .judge(&game, &caller.budget(None, caller.longest));
        answer(&scored(&game, &judgement))
    }),
}];

fn scored(game: &Game, judgement: &Judgement) -> Scored {
    let confidence = judgement
        .blocks
        .iter()
        .map(|block| block.basis.confidence())
        .min();
    Scored {
        score: judgement.score.points(),
        winner: judgement.score.winner().map(Hue),
        text: judgement.score.to_string(),
        rules: game.rules().to_string(),
        trust: Trust::of(judgement.is_proved()),
        confidence: confidence.unwrap_or(Confidence::PROOF),
        unfinished: Unfinished::of(judgement).map(|reason| reason.to_string()),
        territory: BothColors::from_fn(|color| vertices(&judgement.territory[color])),
        dame: vertices(&judgement.dame),
        blocks: judgement.blocks.iter().map(judged).collect(),
        count: BothColors::from_fn(|color| count(game, judgement, color)),
        komi: game.rules().komi.points(),
    }
}

fn judged(block: &BlockJudgement) -> JudgedBlock {
    JudgedBlock {
        stones: vertices(&block.stones),
        color: Hue(block.color),
        status: block.status.to_string(),
        trust: Trust::of(block.basis.is_proof()),
        confidence: block.basis.confidence(),
        reason: block.basis.to_string(),
    }
}

fn count(game: &Game, judgement: &Judgement, color: Color) -> CountText {
    let (board, rules) = (game.board(), game.rules());
    let counted = score::count(board, &judgement.dead);
    let taxed = match rules.tax {
        Tax::None => 0,
        Tax::Seki => (judgement.territory[color] & judgement.taxed).len(),
    };
    let territory = judgement.territory[color].len() - taxed;
    let other = color.opponent();
    let prisoners = counted.dead[other].len() + board.n_prisoners(other) as usize;
    let stones = counted.stones[color].len();
    let handicap = match (rules.scoring, color) {
        (Scoring::Area, Color::White) => rules.handicap_bonus.points(game.n_handicap()),
        _ => 0,
    };
    CountText {
        stones,
        territory,
        prisoners,
        handicap,
        total: handicap
            + territory
            + match rules.scoring {
                Scoring::Area => stones,
                Scoring::Territory => prisoners,
            },
    }
}
