//! Canonical forms: from any options to the unique smallest equal game.
//!
//! Numbers are found first, from the signed stops of the options and the simplest number theorem; otherwise dominated
//! options are removed and reversible options bypassed until none is left. Source: McMillen (2010), sections 2.4 and
//! 2.7; Siegel, *Combinatorial Game Theory* (2013), II.2.

use super::GameError;
use super::arena::take_right_stop;
use super::dyadic::Dyadic;
use super::form_memo::{FormKey, FormSide};
use super::game::Games;
use super::game_id::{GameId, Stops};
use super::interval::{End, Interval};
use super::order::CHEAP;
use super::player::{Player, number_option};

/// How far the options of a player were checked.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// So many of the first options are not dominated by each other.
    n_undominated: usize,
    /// So many of these are not reversible.
    n_irreversible: usize,
}

/// A form under construction, known not to be a number.
struct Draft<'a> {
    left: &'a [GameId],
    right: &'a [GameId],
    stops: Stops,
    id: u64,
}

impl Games {
    /// The game `{left | right}` in canonical form.
    ///
    /// Cost: a few comparisons for each pair of options, each memoised.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn game(&mut self, left: &[GameId], right: &[GameId]) -> Result<GameId, GameError> {
        self.budget.work(left.len() + right.len())?;
        let room = self.number_room(left, right)?;
        if let Some(number) = room.simplest()? {
            return Ok(GameId::from_number(number));
        }
        let hash = match self.given_forms.find(left, right) {
            Ok(known) => return Ok(known),
            Err(hash) => hash,
        };
        let mut left_list = self.take_list();
        let mut right_list = self.take_list();
        left_list.extend_from_slice(left);
        right_list.extend_from_slice(right);
        let game = self.canonical_form(&mut left_list, &mut right_list, room);
        self.give_list(left_list);
        self.give_list(right_list);
        let game = game?;
        self.given_forms.add(left, right, hash, game);
        Ok(game)
    }

    /// The same as [`Self::game`], on lists that may be changed. The given lists are not stored.
    pub(crate) fn canonical(
        &mut self,
        left: &mut Vec<GameId>,
        right: &mut Vec<GameId>,
    ) -> Result<GameId, GameError> {
        let room = self.number_room(left, right)?;
        if let Some(number) = room.simplest()? {
            return Ok(GameId::from_number(number));
        }
        self.canonical_form(left, right, room)
    }

    /// The canonical form of a game whose options leave no room for a number.
    ///
    /// It is found without the number that its right stop is, so that options of options near the largest numbers fit.
    fn canonical_form(
        &mut self,
        left: &mut Vec<GameId>,
        right: &mut Vec<GameId>,
        room: Interval,
    ) -> Result<GameId, GameError> {
        self.budget.spend(1)?;
        self.budget.work(left.len() + right.len())?;
        let mut stops = form_stops(room);
        let number = take_right_stop(left, right, &mut stops)?;
        self.form_memo.form += 1;
        let (mut of_left, mut of_right) = (Progress::default(), Progress::default());
        loop {
            self.remove_dominated(left, Player::Left, &mut of_left)?;
            self.remove_dominated(right, Player::Right, &mut of_right)?;
            if let Some(bypass) = self.reversed(left, right, stops, Player::Left, of_left)? {
                of_left = self.replace(left, bypass, Player::Left)?;
            } else if let Some(bypass) =
                self.reversed(left, right, stops, Player::Right, of_right)?
            {
                of_left.n_irreversible = left.len();
                of_right = self.replace(right, bypass, Player::Right)?;
            } else {
                let part = self.arena.intern(left, right, stops)?;
                return Ok(GameId { number, part });
            }
        }
    }

    /// The numbers `x` with `G^L <| x <| G^R` for all options.
    pub(crate) fn number_room(
        &self,
        left: &[GameId],
        right: &[GameId],
    ) -> Result<Interval, GameError> {
        let mut room = Interval::default();
        for &option in left {
            let stops = self.arena.stops(option)?;
            room.raise(End {
                at: stops.right,
                open: stops.at_least_right,
            });
        }
        for &option in right {
            let stops = self.arena.stops(option)?;
            room.lower_to(End {
                at: stops.left,
                open: stops.at_most_left,
            });
        }
        Ok(room)
    }

    /// The options that are not dominated. Of equal options the first is kept. The order does not change.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn undominated(
        &mut self,
        options: &[GameId],
        player: Player,
    ) -> Result<Vec<GameId>, GameError> {
        let mut list = options.to_vec();
        self.remove_dominated(&mut list, player, &mut Progress::default())?;
        Ok(list)
    }

    /// Removes dominated and repeated options. The others keep their order.
    ///
    /// Cost: a comparison or two for each pair of an option that was not checked before and any option.
    fn remove_dominated(
        &mut self,
        options: &mut Vec<GameId>,
        player: Player,
        progress: &mut Progress,
    ) -> Result<(), GameError> {
        let n_before = progress.n_undominated;
        let mut n_kept = n_before;
        'next: for at in n_before..options.len() {
            let option = options[at];
            self.budget.work(n_kept)?;
            let mut other = 0;
            while other < n_kept {
                let rival = options[other];
                if self.is_worse(option, rival, player)? {
                    continue 'next;
                }
                if self.is_worse(rival, option, player)? {
                    options.copy_within(other + 1..n_kept, other);
                    n_kept -= 1;
                    progress.n_irreversible -= usize::from(other < progress.n_irreversible);
                } else {
                    other += 1;
                }
            }
            options[n_kept] = option;
            n_kept += 1;
        }
        options.truncate(n_kept);
        progress.n_undominated = n_kept;
        Ok(())
    }

    /// Whether the first option is at most as good for `player` as the second.
    fn is_worse(
        &mut self,
        option: GameId,
        rival: GameId,
        player: Player,
    ) -> Result<bool, GameError> {
        match player {
            Player::Left => self.at_most(option, rival),
            Player::Right => self.at_most(rival, option),
        }
    }

    /// The first reversible option of `player`, with the reply through which it reverses.
    fn reversed(
        &mut self,
        left: &[GameId],
        right: &[GameId],
        stops: Stops,
        player: Player,
        progress: Progress,
    ) -> Result<Option<Bypass>, GameError> {
        let draft = Draft {
            left,
            right,
            stops,
            id: self.form_memo.form,
        };
        let options = match player {
            Player::Left => left,
            Player::Right => right,
        };
        for (at, &option) in options.iter().enumerate().skip(progress.n_irreversible) {
            if let Some(through) = self.reverses_through(&draft, option, player)? {
                return Ok(Some(Bypass { at, through }));
            }
        }
        Ok(None)
    }

    /// A reply to `option` that is at least as good for the opponent of `player` as the whole game.
    fn reverses_through(
        &mut self,
        draft: &Draft<'_>,
        option: GameId,
        player: Player,
    ) -> Result<Option<GameId>, GameError> {
        if let Some(value) = option.as_number() {
            let Some(reply) = number_option(value, player.opponent())? else {
                return Ok(None);
            };
            let reply = GameId::from_number(reply);
            return Ok(self.is_reply_good(draft, reply, player)?.then_some(reply));
        }
        let n_replies = self.part_options(option.part, player.opponent()).len();
        self.budget.work(n_replies)?;
        for index in 0..n_replies {
            let reply = self
                .part_options(option.part, player.opponent())
                .get(index)
                .plus_number(option.number)?;
            if self.is_reply_good(draft, reply, player)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    fn is_reply_good(
        &mut self,
        draft: &Draft<'_>,
        reply: GameId,
        player: Player,
    ) -> Result<bool, GameError> {
        match player {
            Player::Left => self.draft_at_least(draft, reply),
            Player::Right => self.draft_at_most(draft, reply),
        }
    }

    /// Whether `game <= draft`.
    fn draft_at_least(&mut self, draft: &Draft<'_>, game: GameId) -> Result<bool, GameError> {
        if let Some(decided) = self.arena.stops(game)?.decide_at_most(&draft.stops) {
            return Ok(decided);
        }
        self.draft_memoised(draft, FormSide::AtLeast, game, |games| {
            games.budget.work(draft.right.len())?;
            for &option in draft.right {
                if games.at_most(option, game)? {
                    return Ok(false);
                }
            }
            for index in 0..games.arena.left(game.part).len() {
                let option = games.arena.left(game.part).get(index);
                if games.draft_at_most(draft, option.plus_number(game.number)?)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// Whether `draft <= game`.
    fn draft_at_most(&mut self, draft: &Draft<'_>, game: GameId) -> Result<bool, GameError> {
        if let Some(decided) = draft.stops.decide_at_most(&self.arena.stops(game)?) {
            return Ok(decided);
        }
        self.draft_memoised(draft, FormSide::AtMost, game, |games| {
            games.budget.work(draft.left.len())?;
            for &option in draft.left {
                if games.at_most(game, option)? {
                    return Ok(false);
                }
            }
            for index in 0..games.arena.right(game.part).len() {
                let option = games.arena.right(game.part).get(index);
                if games.draft_at_least(draft, option.plus_number(game.number)?)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    fn draft_memoised(
        &mut self,
        draft: &Draft<'_>,
        side: FormSide,
        game: GameId,
        compute: impl FnOnce(&mut Self) -> Result<bool, GameError>,
    ) -> Result<bool, GameError> {
        let key = FormKey {
            form: draft.id,
            side,
            game,
        };
        if let Some(known) = self.form_memo.answers.get(&key) {
            return Ok(known);
        }
        let spent_before = self.budget.spent();
        self.enter()?;
        let answer = compute(self);
        self.leave();
        let answer = answer?;
        if self.budget.spent() - spent_before > CHEAP {
            self.form_memo.answers.insert(key, answer);
        }
        Ok(answer)
    }

    /// Replaces a reversible option by the options of the reply that it reverses through. No other option is dominated,
    /// and those before it are not reversible.
    fn replace(
        &mut self,
        options: &mut Vec<GameId>,
        bypass: Bypass,
        player: Player,
    ) -> Result<Progress, GameError> {
        options.remove(bypass.at);
        let progress = Progress {
            n_undominated: options.len(),
            n_irreversible: bypass.at,
        };
        let through = bypass.through;
        if let Some(value) = through.as_number() {
            let option = number_option(value, player)?;
            options.extend(option.map(GameId::from_number));
            return Ok(progress);
        }
        for option in self.part_options(through.part, player).iter() {
            options.push(option.plus_number(through.number)?);
        }
        Ok(progress)
    }
}

/// The stops of a form whose options leave no room for a number.
///
/// The game is at most its left stop unless a left option with that right stop is at least it.
fn form_stops(room: Interval) -> Stops {
    let (left, left_exceeded) = room
        .lower
        .map_or((Dyadic::ZERO, false), |end| (end.at, end.open));
    let (right, right_exceeded) = room
        .upper
        .map_or((Dyadic::ZERO, false), |end| (end.at, end.open));
    Stops {
        left,
        right,
        at_most_left: !left_exceeded,
        at_least_right: !right_exceeded,
    }
}

/// A reversible option and where it leads.
#[derive(Clone, Copy)]
struct Bypass {
    at: usize,
    through: GameId,
}
