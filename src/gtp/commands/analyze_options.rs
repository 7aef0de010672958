//! The output that a client requests of a running search: the arguments of the analyzing commands.

use std::time::Duration;

use crate::board::{Color, Game, Size};
use crate::gtp::args::Args;
use crate::gtp::error::CommandError;
use crate::mcts::{Filter, Restriction};

/// Without an interval there is only the last report of a move, or one in ten minutes.
pub(super) const SELDOM: Duration = Duration::from_secs(600);

/// The output that the client requests.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AnalyzeOptions {
    pub(super) color: Color,
    pub(super) interval: Duration,
    /// So many moves are shown even if they have few playouts or none.
    pub(super) min_moves: usize,
    pub(super) max_moves: usize,
    pub(super) shows: ReportFields,
    pub(super) filter: Filter,
}

/// What is shown beside the values of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a key that a client switches on or off"
)]
pub(super) struct ReportFields {
    pub(super) root_info: bool,
    pub(super) ownership: bool,
    pub(super) ownership_stdev: bool,
    pub(super) moves_ownership: bool,
    pub(super) moves_ownership_stdev: bool,
    pub(super) pv_visits: bool,
    pub(super) pv_edge_visits: bool,
    pub(super) no_result: bool,
}

impl ReportFields {
    /// Whether the search has to count owners for each move.
    pub(super) const fn owners_by_move(self) -> bool {
        self.moves_ownership || self.moves_ownership_stdev
    }

    /// The switch that a key of KataGo means.
    fn switch(&mut self, key: &str) -> Option<&mut bool> {
        Some(match key {
            "rootInfo" => &mut self.root_info,
            "ownership" => &mut self.ownership,
            "ownershipStdev" => &mut self.ownership_stdev,
            "movesOwnership" => &mut self.moves_ownership,
            "movesOwnershipStdev" => &mut self.moves_ownership_stdev,
            "pvVisits" => &mut self.pv_visits,
            "pvEdgeVisits" => &mut self.pv_edge_visits,
            "noResultValue" => &mut self.no_result,
            _ => return None,
        })
    }
}

impl AnalyzeOptions {
    /// Reads the arguments: a color, an interval, pairs of keys and values; each may be left out.
    pub(super) fn read(game: &Game, args: &mut Args<'_>) -> Result<Self, CommandError> {
        let mut options = Self {
            color: game.to_move(),
            interval: SELDOM,
            min_moves: 0,
            max_moves: usize::MAX,
            shows: ReportFields::default(),
            filter: Filter::NONE,
        };
        if let Some(Ok(color)) = args.peek().map(str::parse) {
            args.word()?;
            options.color = color;
        }
        if args.peek().is_some_and(is_number) {
            options.interval = interval(args)?;
        }
        while args.has_more() {
            let key = args.word()?;
            match key {
                "interval" => options.interval = interval(args)?,
                "minmoves" => options.min_moves = count(args)?,
                "maxmoves" => options.max_moves = count(args)?,
                "avoid" | "allow" => options.restrict(args, key, game.board().size())?,
                _ => match options.shows.switch(key) {
                    Some(switch) => *switch = flag(args, key)?,
                    None => return Err(unknown(key)),
                },
            }
        }
        Ok(options)
    }

    /// A color, moves between commas, and a depth: the moves of this color that may not be looked at, or the only ones
    /// that may, among the first so many moves of a line.
    fn restrict(&mut self, args: &mut Args<'_>, key: &str, size: Size) -> Result<(), CommandError> {
        let color = args.color()?;
        let mut moves = Vec::new();
        for word in args.word()?.split(',') {
            moves.push(Args::new(word).vertex(size)?);
        }
        let until = args.int(1..=i64::MAX)?;
        let restriction = Restriction {
            color,
            until: usize::try_from(until).unwrap_or(usize::MAX),
            allows: key == "allow",
            moves,
        };
        self.filter.restrict(self.color, restriction);
        Ok(())
    }
}

fn unknown(key: &str) -> CommandError {
    CommandError::Syntax(format!(
        "unknown key `{key}`: not interval, minmoves, maxmoves, avoid, allow, rootInfo, ownership, ownershipStdev, \
         movesOwnership, movesOwnershipStdev, pvVisits, pvEdgeVisits or noResultValue"
    ))
}

fn is_number(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_digit())
}

/// An interval in hundredths of a second; 0 is as often as possible.
fn interval(args: &mut Args<'_>) -> Result<Duration, CommandError> {
    let centiseconds = args.number()?.clamp(0.0, 1e7);
    Ok(Duration::from_secs_f64(centiseconds / 100.0))
}

fn count(args: &mut Args<'_>) -> Result<usize, CommandError> {
    let count = args.int(0..=i64::MAX)?;
    Ok(usize::try_from(count).unwrap_or(usize::MAX))
}

fn flag(args: &mut Args<'_>, key: &str) -> Result<bool, CommandError> {
    match args.word()? {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(CommandError::Syntax(format!(
            "{key} is true or false, not `{other}`"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Move;
    use crate::gtp::session::Session;

    fn parse(text: &str) -> Result<AnalyzeOptions, String> {
        let session = Session::for_tests();
        AnalyzeOptions::read(&session.game, &mut Args::new(text)).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_in_any_combination() {
        let all = parse("w 50 minmoves 2 maxmoves 5 ownership true avoid w D4,pass 3").unwrap();
        let moves = vec!["D4".parse().map(Move::Play).unwrap(), Move::Pass];
        let expected = AnalyzeOptions {
            color: Color::White,
            interval: Duration::from_millis(500),
            min_moves: 2,
            max_moves: 5,
            shows: ReportFields {
                ownership: true,
                ..ReportFields::default()
            },
            filter: Filter {
                allow: None,
                avoid: moves.clone(),
                later: vec![Restriction {
                    color: Color::White,
                    until: 3,
                    allows: false,
                    moves,
                }],
                ..Filter::NONE
            },
        };
        assert_eq!(all, expected);
        assert_eq!(parse("interval 50").unwrap().interval, expected.interval);
        assert_eq!(parse("7").unwrap().interval, Duration::from_millis(70));
        let others = parse("b allow w D4 1 allow b Q16 1").unwrap();
        assert_eq!(others.filter.allow.unwrap().len(), 1);
        assert_eq!(others.filter.later.len(), 2);
    }

    #[test]
    fn every_key_switches_its_own_part() {
        let keys = [
            "rootInfo",
            "ownership",
            "ownershipStdev",
            "movesOwnership",
            "movesOwnershipStdev",
            "pvVisits",
            "pvEdgeVisits",
            "noResultValue",
        ];
        let seen: Vec<ReportFields> = keys
            .iter()
            .map(|key| parse(&format!("{key} true")).unwrap().shows)
            .collect();
        for (n, shown) in seen.iter().enumerate() {
            assert!(!seen[..n].contains(shown) && *shown != ReportFields::default());
            let off = parse(&format!("{0} true {0} false", keys[n])).unwrap();
            assert_eq!(off.shows, ReportFields::default());
        }
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let check = |text: &str, part: &str| {
            let error = parse(text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        };
        check("b 10 colour red", "unknown key `colour`");
        check("ownership yes", "ownership is true or false");
        check("avoid b D4", "argument 4 is missing");
        check("allow b Z9,D4 1", "Z9");
    }
}
