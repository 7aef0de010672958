//! The moves elsewhere until dead blocks are taken, compared with a search of all positions of small regions.

use std::collections::HashMap;

use super::arena::{Arena, Claim, State, Stones};
use super::format::{Goal, Retakes};
use super::grid::Grid;
use super::room::Rooms;
use super::set::Set;
use tedomari_base::Rng;

/// Dead blocks that are compared, unless `TEDOMARI_DEATHS` gives another number.
const N_DEATHS: usize = 100;

/// The most points of a region.
const MOST_POINTS: usize = 8;

/// The most positions of a region.
const MOST_STATES: usize = 30_000;

/// Stands for a position in which the blocks are not taken.
const NEVER: usize = usize::MAX;

/// A region among stones of the attacker, with stones in it, and one of its blocks or all of them in question.
fn random_arena(rng: &mut Rng) -> Option<(Arena, State)> {
    let (width, height) = [(4, 3), (5, 2), (3, 3), (5, 3), (7, 2), (8, 1)][rng.index(6)];
    let grid = Grid::new(width, height)?;
    let share = rng.below(50);
    let walls: Set = grid
        .all
        .points()
        .filter(|_| rng.below(100) < share)
        .collect();
    let region = grid.all - walls;
    let (n_defenders, n_attackers) = (25 + rng.below(40), rng.below(30));
    let (mut defenders, mut attackers) = (Set::EMPTY, walls);
    for point in region.points() {
        match rng.below(100) {
            n if n < n_defenders => defenders.insert(point),
            n if n < n_defenders + n_attackers => attackers.insert(point),
            _ => {}
        }
    }
    let blocks = grid.parts(defenders, defenders);
    if region.len() > MOST_POINTS || blocks.is_empty() {
        return None;
    }
    let one = blocks[rng.index(blocks.len())];
    let named: Vec<usize> = if rng.below(3) == 0 {
        blocks.iter().filter_map(|block| block.first()).collect()
    } else {
        one.first().into_iter().collect()
    };
    arena_of(rng, grid, (attackers, defenders), &named, region)
}

/// A block around a room of three to five points, with some stones of the attacker in it and one or two points beside
/// the block, among stones of the attacker.
fn random_room(rng: &mut Rng) -> Option<(Arena, State)> {
    let grid = Grid::new(5, 5)?;
    let all: Vec<usize> = grid.all.points().collect();
    let mut room = Set::of(all[rng.index(all.len())]);
    let n_points = 3 + rng.index(3);
    while room.len() < n_points {
        let beside: Vec<usize> = (grid.spread(room) - room).points().collect();
        room.insert(beside[rng.index(beside.len())]);
    }
    let block = grid.spread_to_diagonals(room) - room;
    let outside: Vec<usize> = (grid.spread(block) - block - room).points().collect();
    let open: Set = (0..=rng.index(2))
        .filter_map(|_| outside.get(rng.index(outside.len().max(1))).copied())
        .collect();
    let region = room | block | open;
    let inside: Set = room.points().filter(|_| rng.below(2) == 0).collect();
    let stones = ((grid.all - region) | inside, block);
    let named: Vec<usize> = block.first().into_iter().collect();
    arena_of(rng, grid, stones, &named, region)
}

/// A region with stones of the attacker and of the defender; `None` if a block there has no liberty.
fn arena_of(
    rng: &mut Rng,
    grid: Grid,
    (attackers, defenders): (Set, Set),
    named: &[usize],
    region: Set,
) -> Option<(Arena, State)> {
    let stones = Stones {
        grid,
        attackers,
        defenders,
        given: Set::EMPTY,
        allows_suicide: rng.below(3) == 0,
    };
    let claim = Claim {
        goal: Goal::Kill,
        retakes: Retakes::Refuter,
        number: None,
        region,
        outside: None,
    };
    let arena = Arena::new(&stones, named, &claim)?;
    let state = arena.start(&stones, rng.below(2) == 0, None);
    let breathes = |stones, is_attacker| {
        grid.all_breathe(
            stones,
            stones,
            arena.empty(&state),
            arena.secure(is_attacker),
        )
    };
    let is_fit = breathes(state.attackers, true) && breathes(state.defenders, false);
    is_fit.then_some((arena, state))
}

/// A position, and those that follow: after a pass, and after all plays.
struct Reached {
    is_attacker_to_move: bool,
    is_taken: bool,
    pass: usize,
    plays: Vec<usize>,
}

/// All positions that can follow until the blocks are taken.
fn all_states(arena: &Arena, start: &State) -> Option<Vec<Reached>> {
    let mut numbers = HashMap::from([(*start, 0)]);
    let mut states = vec![*start];
    let mut reached = Vec::new();
    while reached.len() < states.len() {
        let state = states[reached.len()];
        if arena.left(&state).is_empty() {
            reached.push(Reached {
                is_attacker_to_move: state.is_attacker_to_move,
                is_taken: true,
                pass: reached.len(),
                plays: Vec::new(),
            });
            continue;
        }
        let mut number = |after: State| {
            *numbers.entry(after).or_insert_with(|| {
                states.push(after);
                states.len() - 1
            })
        };
        let pass = number(Arena::pass(&state));
        let points = arena.empty(&state).points();
        let plays = points.filter_map(|point| arena.play(&state, point));
        reached.push(Reached {
            is_attacker_to_move: state.is_attacker_to_move,
            is_taken: false,
            pass,
            plays: plays.map(&mut number).collect(),
        });
        if states.len() > MOST_STATES {
            return None;
        }
    }
    Some(reached)
}

/// How often the defender can move elsewhere, which is a pass, before all blocks are taken by the best play of the
/// attacker. Play that does not end takes nothing.
fn most_elsewhere(reached: &[Reached]) -> usize {
    let mut most: Vec<usize> = reached
        .iter()
        .map(|it| if it.is_taken { 0 } else { NEVER })
        .collect();
    loop {
        let next: Vec<usize> = reached
            .iter()
            .map(|it| {
                let plays = it.plays.iter().map(|&after| most[after]);
                match it.is_attacker_to_move {
                    _ if it.is_taken => 0,
                    true => plays.fold(most[it.pass], usize::min),
                    false => plays.fold(most[it.pass].saturating_add(1), usize::max),
                }
            })
            .collect();
        if next == most {
            return most[0];
        }
        most = next;
    }
}

/// The attacker takes dead blocks before the defender has moved elsewhere more often than `Death` counts.
#[test]
fn dead_blocks_are_taken_in_time() {
    let wanted = std::env::var("TEDOMARI_DEATHS").ok();
    let wanted = wanted.map_or(N_DEATHS, |text| text.parse().unwrap());
    let mut rng = Rng::new(83, 0);
    let mut rooms = Rooms::new();
    let (mut n_one, mut n_several, mut n_exact, mut n_rooms) = (0, 0, 0, 0);
    while n_one < wanted {
        let is_room = rng.below(20) == 0;
        let made = if is_room {
            random_room(&mut rng)
        } else {
            random_arena(&mut rng)
        };
        let Some((arena, state)) = made else {
            continue;
        };
        let Some(death) = arena.death(&state, &mut rooms) else {
            continue;
        };
        let Some(reached) = all_states(&arena, &state) else {
            continue;
        };
        let most = most_elsewhere(&reached);
        assert!(
            most <= death.n_moves,
            "{most} {death:?} {state:?} {arena:?}"
        );
        if arena
            .grid
            .parts(arena.target(&state), arena.target(&state))
            .len()
            == 1
        {
            n_one += 1;
            n_rooms += usize::from(is_room);
            n_exact += usize::from(most == death.n_moves);
        } else {
            n_several += 1;
        }
    }
    assert!(
        n_several * 40 > wanted && n_exact * 10 > wanted && n_rooms * 20 > wanted,
        "{n_several} {n_exact} {n_rooms}"
    );
}
