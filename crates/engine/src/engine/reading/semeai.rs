//! Races between two groups.

use super::best_move::BestMove;
use super::by_network::Prospect;
use super::effort::Effort;
use super::error::ReadingError;
use super::position::PositionReading;
use super::standing::Standing;
use crate::board::{Color, Point};
use crate::tactics::dragon::dragon;
use crate::tactics::ko::Success;
use crate::tsumego::reader::Basis;
use crate::tsumego::semeai::{Ground, Rival, SemeaiResult, read_semeai, shuts_in};
use crate::tsumego::{Goal, Question, Reading, Verdict};

impl PositionReading<'_> {
    /// A race between the groups on two points; the owner of the first one moves first. The answer is an estimate that
    /// proofs about either group bound. That the second group is not attacked with success does not mean that it can't
    /// be killed: its capture may cost the first group.
    ///
    /// # Errors
    /// If a point is empty, or both groups are of one color.
    pub fn semeai(&mut self, own: Point, other: Point) -> Result<SemeaiResult, ReadingError> {
        self.owner(own)?;
        self.owner(other)?;
        let (nodes, limits) = (self.budgets.race, self.limits.clone());
        let rivals = [own, other].map(|stone| Rival {
            stone,
            blocks: dragon(self.board, stone, self.budgets.dragon, &limits),
        });
        let race = read_semeai(&mut self.life, self.board, rivals, nodes, &limits);
        let race = race.ok_or(ReadingError::OneColor)?;
        let race = self.race_by_network(race, rivals);
        self.within_proofs(race, own, other)
    }

    /// A race in which what stayed open is decided by what is proved if the stones around both groups stand, else by a
    /// search with the network: whether the other group dies, and whether the own one lives. It names the move of a
    /// likely kill, too.
    fn race_by_network(
        &mut self,
        mut race: SemeaiResult,
        [own, other]: [Rival; 2],
    ) -> SemeaiResult {
        let effort = self.usual();
        let mover = self.board.color(own.stone).unwrap_or(Color::Black);
        let kill = Question::new(other.blocks, Goal::Kill, mover);
        let live = Question::new(own.blocks, Goal::Live, mover);
        let groups = kill.stones(self.board) | live.stones(self.board);
        let is_won = race.attack == Success::Clean;
        let is_likely_won = is_won && race.attack_ground == Ground::Likely && race.mv.is_some();
        let is_attack_open = is_open(race.attack_ground);
        let is_defense_open = !is_won && is_open(race.defense_ground);
        if !(is_attack_open || is_likely_won || is_defense_open) {
            return race;
        }
        let mut standing = self.standing(groups, None, &effort);
        let board = self.board;
        let given = |question, standing: &mut Option<Standing>| {
            let standing = standing.as_mut()?;
            standing.proved(board, question, effort.limits())
        };
        if is_attack_open || is_likely_won {
            if let Some(found) = given(kill, &mut standing) {
                let success = found.verdict.success();
                if success != Success::None {
                    race.attack = success;
                    race.defense = race.defense.max(success);
                    race.mv = found.first();
                    if success == Success::Clean {
                        return race;
                    }
                }
            } else if let Some(found) = self.prospect_in_race(&kill, standing.as_mut(), &effort)
                && gains(&found, race.attack_ground)
            {
                race.attack = Success::Clean;
                race.defense = Success::Clean;
                race.mv = found.outlook.mv;
                return race;
            }
        }
        if is_defense_open {
            if let Some(found) = given(live, &mut standing) {
                race.defense = found.verdict.success();
                race.mv = found.first();
            } else if let Some(found) = self.prospect_in_race(&live, standing.as_mut(), &effort) {
                let lives = keeps(&found, race.defense_ground);
                let needs_move = lives && found.outlook.passed < 0.0;
                race.defense = if lives { Success::Clean } else { Success::None };
                race.mv = found.outlook.mv.filter(|_| needs_move);
            }
        }
        race.defense = race.defense.max(race.attack);
        race
    }

    /// What a search with the network promises about one of the groups, where the first move has to answer what the
    /// other side threatens. `None` as for [`Self::prospect`], and where no move answers.
    fn prospect_in_race(
        &mut self,
        question: &Question,
        standing: Option<&mut Standing>,
        effort: &Effort,
    ) -> Option<Prospect> {
        let proved = self.threat(question, effort);
        let threat = self.threat_to_answer(question, proved, standing, effort);
        if threat.is_some_and(|threat| threat.is_unanswered()) {
            return None;
        }
        let nothing = Reading::new(Verdict::Unknown, Basis::Nothing);
        self.prospect(question, &nothing, threat, effort)
    }

    fn within_proofs(
        &mut self,
        mut race: SemeaiResult,
        own: Point,
        other: Point,
    ) -> Result<SemeaiResult, ReadingError> {
        let kill = self.question(other, Goal::Kill)?;
        let most = self.life.bounds(self.board, &kill).most;
        if race.attack > most {
            let saved = BestMove::of_reading(&self.life_of(own, Goal::Live)?);
            (race.attack, race.defense, race.mv) = (most, saved.success, saved.mv);
        }
        // A group that is shut in by a dead one has won the race, though its own stones may be taken.
        if race.attack == Success::Clean && race.mv.is_none() {
            return Ok(race);
        }
        // Stones inside the other group are there to be taken: it dies of that.
        if race.attack == Success::Clean && shuts_in(self.board, other, own) {
            return Ok(race);
        }
        let save = self.question(own, Goal::Live)?;
        let allowed = self.life.bounds(self.board, &save).clamp(race.defense);
        if allowed != race.defense {
            // Who wins the race saves the own group, too: what is proved about it bounds a win that is not proved.
            let bounds = self.life.bounds(self.board, &kill);
            race.attack = bounds.clamp(race.attack.min(allowed));
            race.defense = allowed;
            race.mv = self.life_of(own, Goal::Live)?.first();
        }
        Ok(race)
    }
}

/// How far a group has to belong to one side by the network to count against complete searches of liberties.
const CLEAR: f32 = 0.5;

/// Whether the network decides where an answer rests on this.
const fn is_open(ground: Ground) -> bool {
    match ground {
        Ground::Open | Ground::Liberties => true,
        Ground::Likely | Ground::Shown => false,
    }
}

/// Whether the side to move succeeds by a search with the network, where a race shows that it fails as far as `ground`
/// goes.
fn gains(found: &Prospect, ground: Ground) -> bool {
    match ground {
        Ground::Liberties => found.outlook.share > CLEAR,
        Ground::Open | Ground::Likely | Ground::Shown => found.log_odds > 0.0,
    }
}

/// The same where a race shows that it succeeds without a move.
fn keeps(found: &Prospect, ground: Ground) -> bool {
    match ground {
        Ground::Liberties => found.outlook.share > -CLEAR,
        Ground::Open | Ground::Likely | Ground::Shown => found.log_odds > 0.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Budget;
    use crate::board::Board;
    use crate::engine::Engine;
    use crate::engine::reading::group_search::Outlook;
    use crate::engine::reading::group_search::tests::{THREE_IN_A_ROW, params_without_clock};
    use crate::intuition::NetworkSource;

    /// How well Black captures the group in the corner, and the move, if no search comes to an end.
    fn attack(source: Option<NetworkSource>) -> (Success, Option<Point>) {
        let mut params = params_without_clock(source);
        params.reading.budgets.race = 1;
        let mut engine = Engine::new(params);
        let board: Board = THREE_IN_A_ROW.parse().unwrap();
        let [own, other] = ["E8", "A8"].map(|name| name.parse().unwrap());
        let mut reading = engine.reading(&board, Budget::unlimited());
        let race = reading.semeai(own, other).unwrap();
        (race.attack, race.mv)
    }

    #[test]
    fn a_race_whose_search_did_not_end_is_decided_by_the_network() {
        assert_eq!(attack(None).0, Success::None);
        let vital = Some("B9".parse().unwrap());
        let found = attack(Some(NetworkSource::Embedded));
        assert_eq!(found, (Success::Clean, vital));
    }

    /// White takes the stone in the corner whatever Black does, and dies of that once Black has the vital point.
    #[test]
    fn a_stone_inside_that_is_taken_wins_the_race() {
        let mut engine = Engine::new(params_without_clock(None));
        let board: Board = THREE_IN_A_ROW.replacen('.', "X", 1).parse().unwrap();
        let [own, other] = ["A9", "A8"].map(|name| name.parse().unwrap());
        let mut reading = engine.reading(&board, Budget::unlimited());
        let taken = reading.life_of(own, Goal::Live).unwrap();
        assert_eq!(taken.verdict, Verdict::Refuted);
        assert!(taken.is_proven());
        // The death of the other group is an estimate.
        let vital = Some("B9".parse().unwrap());
        let race = SemeaiResult {
            defense: Success::Clean,
            attack: Success::Clean,
            mv: vital,
            defense_ground: Ground::Liberties,
            attack_ground: Ground::Liberties,
            n_nodes: 0,
        };
        let race = reading.within_proofs(race, own, other).unwrap();
        assert_eq!((race.attack, race.mv), (Success::Clean, vital));
    }

    #[test]
    fn complete_searches_of_liberties_count_unless_the_network_is_clear() {
        let prospect = |share: f32, log_odds| Prospect {
            outlook: Outlook {
                share,
                mv: None,
                suggested: None,
                is_read: false,
                passed: 0.0,
                best: [None; 3],
            },
            log_odds,
        };
        for (share, log_odds, gained, kept) in [
            (0.9, 3.0, true, true),
            (-0.1, 2.7, false, true),
            (-0.9, -2.0, false, false),
        ] {
            let found = prospect(share, log_odds);
            assert_eq!(gains(&found, Ground::Liberties), gained);
            assert_eq!(keeps(&found, Ground::Liberties), kept);
            assert_eq!(gains(&found, Ground::Open), log_odds > 0.0);
        }
    }
}
