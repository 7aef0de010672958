//! Whether a block can be taken by a short fight.

use super::State;
use super::known::Standing;
use tedomari_board::{Point, PointSet};
use tedomari_solvers::tactics::capture::Capture;
use tedomari_solvers::tactics::ko::Success;

/// Most liberties of a block that is read.
const MOST_LIBERTIES: u16 = 3;

impl State<'_> {
    /// What a short fight makes of the block on a stone. A point without a stone is steady.
    #[must_use]
    pub fn standing(&self, stone: Point) -> Standing {
        let Some(name) = self.name(stone) else {
            return Standing::Steady;
        };
        if let Some(&known) = self.facts.standings.borrow().get(&name) {
            return known;
        }
        let found = self.read_standing(name);
        self.facts.standings.borrow_mut().insert(name, found);
        found
    }

    fn read_standing(&self, name: Point) -> Standing {
        let Some(block) = self.board.block_at(name) else {
            return Standing::Steady;
        };
        if block.n_liberties() > MOST_LIBERTIES {
            return Standing::Steady;
        }
        let Some(capture) = Capture::new(&self.board, name) else {
            return Standing::Steady;
        };
        let mut capture = capture.within(&self.limits);
        let nodes = self.costs.capture;
        let (success, attack) = capture.attack(nodes);
        let found = if success == Success::None {
            Standing::Steady
        } else if success == Success::Clean && self.is_lost(&mut capture) {
            Standing::Lost { is_proved: true }
        } else {
            match capture.defend(nodes) {
                (Success::None, _) if success == Success::Clean => {
                    Standing::Lost { is_proved: false }
                }
                (saved, rescue) => Standing::InDanger {
                    success,
                    attack,
                    rescue: rescue.filter(|_| saved != Success::None),
                },
            }
        };
        self.facts.count(capture.n_nodes());
        found
    }

    fn is_lost(&self, capture: &mut Capture) -> bool {
        let mut budget = self.limits.renewed(3 * self.costs.capture);
        let attacker = capture.owner().opponent();
        let proof = capture.proof(capture.owner(), &mut budget);
        let has_losses = capture.has_lost_attackers();
        proof.is_some_and(|proof| {
            let zone = &proof.zone;
            self.past.lets_pass(&self.board, attacker, zone, has_losses)
        })
    }

    /// The stones of all blocks that are lost by a short fight.
    #[must_use]
    pub fn lost_stones(&self) -> PointSet {
        *self.facts.lost.get_or_init(|| {
            let mut lost = PointSet::EMPTY;
            for color in tedomari_board::Color::BOTH {
                for stone in self.board.first_stones(color) {
                    if matches!(self.standing(stone), Standing::Lost { .. }) {
                        lost.extend(self.board.stones(stone));
                    }
                }
            }
            lost
        })
    }
}
