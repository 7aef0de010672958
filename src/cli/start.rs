//! The engine that speaks GTP, started in the words of GNU Go and KataGo, which scripts and frontends use.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use super::analysis::{entry, is_known, read_entries, set_if_known};
use super::record::{At, load_record, parse_komi};
use crate::base::{Budget, Messages};
use crate::board::rules::{KoRule, Rules};
use crate::board::{Komi, Size};
use crate::config::Settings;
use crate::engine::Engine;
use crate::gtp::{Session, serve::serve};
use crate::intuition::NetworkSource;
use crate::katago::{KataParams, Reporting, rules};
use anyhow::bail;
use clap::Args;

/// The text for a start on a terminal.
const WELCOME: &str = concat!(
    "Tedomari ",
    env!("CARGO_PKG_VERSION"),
    ", a Go engine. It speaks GTP now: type `genmove b`, `showboard`, `list_commands` or `quit`.\n\
     To play a game here, type `quit`, then `tedomari play`; `tedomari help` lists what else it does.\n"
);

/// What scripts for GNU Go and KataGo write. The options are not shown in the help; README.md lists them.
#[derive(Clone, Debug, Default, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that a script may write"
)]
pub(super) struct StartOptions {
    /// `gtp` is the only mode.
    #[arg(long, value_name = "MODE", hide = true, value_parser = ["gtp"])]
    mode: Option<String>,
    /// Has no effect.
    #[arg(long, hide = true, alias = "silent")]
    quiet: bool,
    /// Strength and effort of reading, as the command `level` sets them.
    #[arg(long, value_name = "N", hide = true)]
    level: Option<u16>,
    /// Side of the board.
    #[arg(long, value_name = "N", hide = true, value_parser = parse_side)]
    boardsize: Option<Size>,
    /// Points that White receives.
    #[arg(long, value_name = "POINTS", hide = true, allow_hyphen_values = true, value_parser = parse_komi)]
    komi: Option<Komi>,
    /// Count area.
    #[arg(long, hide = true, conflicts_with = "japanese_rules")]
    chinese_rules: bool,
    /// Count territory.
    #[arg(long, hide = true)]
    japanese_rules: bool,
    /// Forbid only to take a ko back at once.
    #[arg(long, hide = true, conflicts_with_all = ["positional_superko", "situational_superko"])]
    simple_ko: bool,
    /// Forbid every repetition.
    #[arg(long, hide = true, conflicts_with = "situational_superko")]
    positional_superko: bool,
    /// Forbid repetitions with the same player to move.
    #[arg(long, hide = true)]
    situational_superko: bool,
    /// Forbid suicide.
    #[arg(long, hide = true, conflicts_with = "allow_suicide")]
    forbid_suicide: bool,
    /// Allow suicide.
    #[arg(long, hide = true)]
    allow_suicide: bool,
    /// Never resign.
    #[arg(long, hide = true, conflicts_with = "resign_allowed")]
    never_resign: bool,
    /// Resign as usual.
    #[arg(long, hide = true)]
    resign_allowed: bool,
    /// Seed of the random numbers.
    #[arg(long, value_name = "N", hide = true)]
    seed: Option<u64>,
    /// A record to begin with.
    #[arg(short = 'l', long, value_name = "FILE", hide = true)]
    infile: Option<PathBuf>,
    /// Load it up to before this move.
    #[arg(
        short = 'L',
        long,
        value_name = "MOVE",
        hide = true,
        requires = "infile"
    )]
    until: Option<usize>,
    /// Print who wins the record, and end.
    #[arg(
        long,
        value_name = "METHOD",
        hide = true,
        requires = "infile",
        value_parser = ["estimate", "finish", "aftermath"]
    )]
    score: Option<String>,
    /// The network.
    #[arg(long, value_name = "FILE", hide = true)]
    model: Option<PathBuf>,
    /// Not supported.
    #[arg(long, value_name = "FILE", hide = true)]
    human_model: Option<PathBuf>,
    /// A configuration file of KataGo.
    #[arg(long, value_name = "FILE", hide = true)]
    katago_config: Vec<PathBuf>,
    /// Parameters by KataGo's names.
    #[arg(long, value_name = "NAME=VALUE,...", hide = true)]
    override_config: Vec<String>,
    /// Not supported.
    #[arg(long, value_name = "VERSION", hide = true)]
    override_version: Option<String>,
}

fn parse_side(text: &str) -> Result<Size, String> {
    let side = text.parse().ok();
    side.and_then(|side| Size::new(side, side))
        .ok_or_else(|| "expected a number from 1 to 25".to_owned())
}

/// KataGo's parameters for single rules, each with the rule's name in an object of rules.
const RULE_PARAMS: [(&str, &str); 7] = [
    ("koRule", "ko"),
    ("scoringRule", "scoring"),
    ("taxRule", "tax"),
    ("multiStoneSuicideLegal", "suicide"),
    ("hasButton", "hasButton"),
    ("whiteHandicapBonus", "whiteHandicapBonus"),
    ("friendlyPassOk", "friendlyPassOk"),
];

impl StartOptions {
    /// Whether any option is set that a command other than GTP has no use for.
    pub(super) fn is_set(&self) -> bool {
        let harmless = Self {
            mode: self.mode.clone(),
            quiet: self.quiet,
            ..Self::default()
        };
        format!("{self:?}") != format!("{harmless:?}")
    }

    /// Puts the options into the settings.
    fn apply(&self, settings: &mut Settings, reporting: &mut Reporting) -> anyhow::Result<()> {
        self.apply_katago(settings, reporting)?;
        if let Some(size) = self.boardsize {
            settings.board_size = size;
        }
        for (is_set, name) in [
            (self.chinese_rules, "chinese"),
            (self.japanese_rules, "japanese"),
        ] {
            if is_set {
                settings.rules = Rules::named(name)?;
            }
        }
        for (is_set, ko) in [
            (self.simple_ko, KoRule::Simple),
            (self.positional_superko, KoRule::PositionalSuperko),
            (self.situational_superko, KoRule::SituationalSuperko),
        ] {
            if is_set {
                settings.rules.ko = ko;
            }
        }
        if self.forbid_suicide || self.allow_suicide {
            settings.rules.allows_suicide = self.allow_suicide;
        }
        settings.rules.komi = self.komi.unwrap_or(settings.rules.komi);
        if self.never_resign {
            settings.engine.policy.resign_below = 0.0;
        }
        if let Some(seed) = self.seed {
            settings.engine.search.seed = seed;
        }
        if let Some(file) = &self.model {
            settings.engine.network.source = Some(NetworkSource::named(file));
        }
        if let Some(file) = &self.human_model {
            tracing::warn!(file = %file.display(), "a network that plays as people do is not supported, and left out");
        }
        if let Some(version) = &self.override_version {
            tracing::warn!(version, "the version is not overridden");
        }
        Ok(())
    }

    /// Takes what this program has from configuration files of KataGo, and names it in the log.
    fn apply_katago(
        &self,
        settings: &mut Settings,
        reporting: &mut Reporting,
    ) -> anyhow::Result<()> {
        for file in &self.katago_config {
            let entries = read_entries(file)?;
            let (used, n_left) = apply_entries(&entries, settings, reporting);
            tracing::warn!(
                "{}: a configuration file of KataGo; used are {}; {n_left} more have no effect here",
                file.display(),
                if used.is_empty() {
                    "none of its parameters".to_owned()
                } else {
                    used.join(", ")
                }
            );
        }
        for text in &self.override_config {
            let entries: Vec<_> = text.split(',').filter_map(entry).collect();
            let (_, n_left) = apply_entries(&entries, settings, reporting);
            if n_left > 0 {
                tracing::warn!("{n_left} of the parameters `{text}` have no effect here");
            }
        }
        Ok(())
    }
}

/// Applies parameters of KataGo. Returns the names of those that were used, and the number of the others.
fn apply_entries(
    entries: &[(String, String)],
    settings: &mut Settings,
    reporting: &mut Reporting,
) -> (Vec<String>, usize) {
    let mut params = KataParams {
        engine: settings.engine.clone(),
        reporting: *reporting,
    };
    let mut used = Vec::new();
    for (name, value) in entries {
        let is_used = match name.as_str() {
            name if is_known(name) => set_if_known(&mut params, name, value),
            "ponderingEnabled" => value.parse().map(|on| settings.ponder = on).is_ok(),
            "allowResignation" if value == "false" => {
                params.engine.policy.resign_below = 0.0;
                true
            }
            "rules" => apply_rules(
                Rules::named(value).map_err(|error| error.to_string()),
                settings,
            ),
            name => RULE_PARAMS.iter().any(|(param, rule)| {
                *param == name && {
                    let changed = rules::with_rule(&settings.rules, rule, value);
                    apply_rules(changed.map_err(|error| error.to_string()), settings)
                }
            }),
        };
        if is_used {
            used.push(name.clone());
        }
    }
    // KataGo's files are written for graphics cards, which run best with more threads than a processor has cores.
    let n_cores = std::thread::available_parallelism().map_or(1, usize::from);
    if used.iter().any(|name| name == "numSearchThreads") {
        let threads = &mut params.engine.search.threads;
        *threads = (*threads).min(n_cores);
    }
    settings.engine = params.engine;
    *reporting = params.reporting;
    let n_left = entries.len() - used.len();
    (used, n_left)
}

/// Sets rules that were found. Others are logged and left out.
fn apply_rules(found: Result<Rules, String>, settings: &mut Settings) -> bool {
    match found {
        Ok(rules) => {
            settings.rules = rules;
            true
        }
        Err(error) => {
            tracing::warn!(error, "rules of KataGo were left out");
            false
        }
    }
}

/// Speaks GTP on standard input and output, or prints the score of a record if an option requests it.
pub(super) fn run(
    options: [&StartOptions; 2],
    mut settings: Settings,
    out: &mut impl io::Write,
) -> anyhow::Result<()> {
    let mut reporting = Reporting::default();
    for each in options {
        each.apply(&mut settings, &mut reporting)?;
    }
    let last = |find: fn(&StartOptions) -> bool| options.into_iter().rev().find(|it| find(it));
    let start = last(|it| it.infile.is_some());
    let record = match start.and_then(|it| Some((it.infile.as_ref()?, it.until))) {
        Some((file, until)) => Some(load_record(file, &settings, At::before(until))?),
        None => None,
    };
    if last(|it| it.score.is_some()).is_some() {
        let Some(record) = record else {
            bail!("there is no record to score");
        };
        let judgement = Engine::new(settings.engine).judge(&record.game, &Budget::unlimited());
        let score = judgement.score;
        return Ok(match score.winner() {
            Some(winner) => {
                let name = winner.player_name();
                writeln!(out, "{name} wins by {:.1} points", score.points().abs())
            }
            None => writeln!(out, "The game is a draw"),
        }?);
    }
    if io::stdin().is_terminal() {
        Messages::to_standard_error().write(WELCOME.as_bytes());
    }
    tracing::info!(version = env!("CARGO_PKG_VERSION"), "ready");
    let mut session = Session::new(settings);
    session.reporting = reporting;
    if let Some(level) = last(|it| it.level.is_some()).and_then(|it| it.level) {
        session.set_level(u8::try_from(level).unwrap_or(u8::MAX));
    }
    if let Some(record) = record {
        session.replace_game(record.game);
    }
    serve(session, io::stdin(), io::stdout())?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: StartOptions,
    }

    fn applied(text: &str) -> (Settings, Reporting) {
        let line = Line::try_parse_from(text.split(' ')).unwrap();
        let mut settings = Settings::default();
        let mut reporting = Reporting::default();
        line.options.apply(&mut settings, &mut reporting).unwrap();
        (settings, reporting)
    }

    #[test]
    fn gnu_go_s_options_change_the_settings() {
        let (settings, _) = applied(
            "tedomari --mode gtp --quiet --level 8 --boardsize 9 --komi -5.5 --japanese-rules --seed 42 --never-resign \
             --positional-superko --allow-suicide"
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .as_str(),
        );
        assert_eq!(settings.board_size, Size::square(9));
        let rules = Rules {
            ko: KoRule::PositionalSuperko,
            allows_suicide: true,
            komi: Komi::from_half_points(-11),
            ..Rules::named("japanese").unwrap()
        };
        assert_eq!(settings.rules, rules);
        assert_eq!(settings.engine.search.seed, 42);
        assert!(settings.engine.policy.resign_below <= 0.0);
        let (settings, _) = applied("tedomari --chinese-rules");
        assert_eq!(settings.rules, Rules::named("chinese").unwrap());
        for wrong in [
            "--boardsize 26",
            "--komi x",
            "--chinese-rules --japanese-rules",
            "--mode ascii",
            "--until 3",
            "--score estimate",
        ] {
            let line = format!("tedomari {wrong}");
            assert!(Line::try_parse_from(line.split(' ')).is_err(), "{wrong}");
        }
    }

    #[test]
    fn kata_go_s_configuration_is_used_as_far_as_it_goes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("gtp.cfg");
        std::fs::write(
            &file,
            "# a file\nlogDir = logs\nrules = tromp-taylor\nscoringRule = TERRITORY # later\nmaxVisits = 33\n\
             numSearchThreads = 200\nponderingEnabled = true\nallowResignation = false\nresignThreshold = x\n",
        )
        .unwrap();
        let (settings, reporting) = applied(&format!(
            "tedomari --katago-config {} --override-config analysisPVLen=7,nnRandomize=false --model a.bin.gz",
            file.display()
        ));
        assert_eq!(settings.engine.max_playouts, Some(33));
        assert!(settings.ponder && settings.engine.policy.resign_below <= 0.0);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        assert!(settings.engine.search.threads <= cores.max(256));
        assert_eq!(settings.rules.scoring, crate::board::Scoring::Territory);
        assert_eq!(settings.rules.ko, KoRule::PositionalSuperko);
        assert_eq!(reporting.line_length, 7);
        let source = settings.engine.network.source.unwrap();
        assert_eq!(source.short_name(), "a.bin.gz");
        let entries = read_entries(&file).unwrap();
        let (used, n_left) = apply_entries(
            &entries,
            &mut Settings::default(),
            &mut Reporting::default(),
        );
        assert_eq!((used.len(), n_left), (6, 2));
    }

    #[test]
    fn only_harmless_options_may_stand_before_other_commands() {
        let is_set = |text: &str| {
            let line = Line::try_parse_from(text.split(' ')).unwrap();
            line.options.is_set()
        };
        assert!(!is_set("tedomari --quiet --mode gtp"));
        assert!(is_set("tedomari --komi 5"));
        assert!(is_set("tedomari --katago-config a.cfg"));
    }
}
