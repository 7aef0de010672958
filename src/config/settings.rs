//! The settings in force.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use tracing_subscriber::filter::LevelFilter;

use super::memory::{MemorySettings, Reduced};
use super::threads::ThreadCount;
use crate::board::rules::{HandicapBonus, KoRule, Rules, Scoring, Tax};
use crate::board::{Komi, Size};
use crate::cgt::GamesConfig;
use crate::engine::{EngineParams, NetworkParams};
use crate::intuition::NetworkSource;
use crate::tsumego::ReaderParams;

/// All settings, checked.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Size of the board before the client names one.
    pub board_size: Size,
    /// Rules and komi before the client names others.
    pub rules: Rules,
    /// Whether a move of the client is played even if it breaks superko.
    pub lenient_superko: bool,
    /// Whether to search in the opponent's time.
    pub ponder: bool,
    /// Seconds between two drawings of a running search for GoGui; 0 for none.
    pub live_graphics: f64,
    /// The engine: search, clock, when to pass and resign.
    pub engine: EngineParams,
    /// The analysis engine.
    pub analysis: AnalysisSettings,
    /// Whether searches and news of proofs are written to standard error for gtp2ogs.
    pub writes_ogs_chat: bool,
    /// Whether the chat of KGS is answered.
    pub offers_kgs_chat: bool,
    /// Memory for combinatorial games.
    pub cgt: GamesConfig,
    /// Memory for a question in game logic, in MiB.
    pub logic_mib: usize,
    /// The largest record that is read, in MiB.
    pub max_record_mib: u32,
    /// The log.
    pub log: LogSettings,
    /// The named rules and changes from which `rules` was made.
    pub(super) named_rules: NamedRules,
    /// The sizes of tables and caches as set, from which those of `engine` and `cgt` were made.
    pub(super) memory: MemorySettings,
    /// The threads of the search as set, from which those of `engine` were made.
    pub(super) threads: ThreadCount,
}

/// Settings of the analysis engine, which answers queries in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnalysisSettings {
    /// Positions that are analyzed at the same time.
    pub threads: usize,
    /// Most visits of a position where the query names no number.
    pub max_visits: u64,
}

impl Default for AnalysisSettings {
    fn default() -> Self {
        Self {
            threads: 1,
            max_visits: 500,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        let named_rules = NamedRules::default();
        let mut settings = Self {
            board_size: Size::square(19),
            rules: named_rules.rules(),
            lenient_superko: false,
            ponder: false,
            live_graphics: 0.0,
            engine: EngineParams {
                network: NetworkParams {
                    source: Some(NetworkSource::Embedded),
                    ..NetworkParams::default()
                },
                ..EngineParams::default()
            },
            analysis: AnalysisSettings::default(),
            writes_ogs_chat: false,
            offers_kgs_chat: false,
            cgt: GamesConfig::default(),
            logic_mib: 0,
            max_record_mib: 16,
            log: LogSettings::default(),
            named_rules,
            memory: MemorySettings::default(),
            threads: ThreadCount::AUTO,
        };
        settings.share_memory();
        settings.engine.search.threads = settings.threads.number();
        settings
    }
}

impl Settings {
    /// The sizes of tables and caches that were set and had to be cut down to `limits.memory_mib`.
    #[must_use]
    pub fn reduced_memory(&self) -> Vec<Reduced> {
        self.memory.plan().1
    }

    /// Gives each part its share of `limits.memory_mib`, or what is set for it.
    pub(super) fn share_memory(&mut self) {
        let network = self.engine.network.source.as_ref();
        self.memory.network_bytes = network.map_or(0, network_bytes);
        let ([tree, exact, reader, proofs, shapes, forms, memos, logic], _) = self.memory.plan();
        self.engine.search.memory_mib = tree;
        self.engine.exact.memory_mib = exact;
        self.engine.reading.reader.log2_entries = u32::try_from(reader).unwrap_or(u32::MAX);
        self.engine.reading.most_proofs = proofs;
        self.engine.endgame.store.max_shapes = shapes;
        (self.cgt.max_forms, self.cgt.memo_entries) = (forms, memos);
        self.engine.endgame.store.games = self.cgt;
        self.logic_mib = logic;
    }

    /// The reader's parameters where so many readers work at the same time, and nothing else does: smaller tables if
    /// `limits.memory_mib` demands them.
    #[must_use]
    pub fn reader_of(&self, n_readers: usize) -> ReaderParams {
        let params = self.engine.reading.reader;
        ReaderParams {
            log2_entries: self
                .memory
                .log2_entries_of_readers(params.log2_entries, n_readers),
            ..params
        }
    }

    /// The settings of each of so many engines that work at the same time: each has its part of `limits.memory_mib`.
    /// They share one network ([`Loading::start`](crate::intuition::Loading::start)).
    #[must_use]
    pub fn shared_by(&self, n_engines: usize) -> Self {
        let mut part = self.clone();
        part.memory = self.memory.part_for(n_engines);
        part.share_memory();
        part
    }

    /// Threads of the search of each of so many engines that search at the same time: as many as set, or its part of
    /// what the machine has room for.
    #[must_use]
    pub fn threads_of_each(&self, n_engines: usize) -> usize {
        match self.threads {
            ThreadCount::Machine(_) => (self.engine.search.threads / n_engines.max(1)).max(1),
            ThreadCount::Number(_) => self.engine.search.threads,
        }
    }

    /// MiB for a solver of small boards that has the whole program to itself: `wanted`, or what `limits.memory_mib`
    /// leaves if that is less.
    #[must_use]
    pub fn solver_mib(&self, wanted: usize) -> usize {
        self.memory
            .mib_for_one()
            .map_or(wanted, |most| wanted.min(most))
    }
}

impl Settings {
    /// Bytes of memory that the whole program may use; `u64::MAX` if there is no limit.
    #[must_use]
    pub const fn memory_bytes(&self) -> u64 {
        match self.memory.limit_mib {
            0 => u64::MAX,
            limit_mib => limit_mib.saturating_mul(1 << 20),
        }
    }

    /// The largest record that is read, in bytes. Reading takes up to four times as much, and never more than a
    /// quarter of the memory that the whole program may use.
    #[must_use]
    pub fn max_record_bytes(&self) -> u64 {
        let largest = u64::from(self.max_record_mib) << 20;
        match self.memory.limit_mib {
            0 => largest,
            limit_mib => largest.min((limit_mib << 20) / 16),
        }
    }
}

/// About the most memory that a network takes, from the size of its file: its weights as the file has them while it is
/// loaded, those of two evaluators while they are compared, in which a weight takes up to four times the space, and
/// boards. Nothing if there is no such file, or if it is the network in the program, which is counted with the program:
/// it takes some 9 MiB.
fn network_bytes(source: &NetworkSource) -> u64 {
    const BYTES_FOR_BYTE: u64 = 6;
    const BOARDS: u64 = 16 << 20;
    let length = match source {
        NetworkSource::Embedded => 0,
        NetworkSource::File(_) => source.n_bytes(),
    };
    if length == 0 {
        return 0;
    }
    length.saturating_mul(BYTES_FOR_BYTE).saturating_add(BOARDS)
}

/// Named rules, and the changes to them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct NamedRules {
    pub name: String,
    pub komi: Override<f64>,
    pub scoring: Override<Scoring>,
    pub ko: Override<KoRule>,
    pub suicide: Override<bool>,
    pub tax: Override<Tax>,
    pub handicap_bonus: Override<HandicapBonus>,
}

impl NamedRules {
    /// The resulting rules. Name and komi were checked when they were set. If one is invalid after all, the default
    /// is used.
    pub(super) fn rules(&self) -> Rules {
        let named = Rules::named(&self.name).unwrap_or_default();
        let komi = self.komi.or(named.komi.points());
        Rules {
            scoring: self.scoring.or(named.scoring),
            ko: self.ko.or(named.ko),
            allows_suicide: self.suicide.or(named.allows_suicide),
            tax: self.tax.or(named.tax),
            handicap_bonus: self.handicap_bonus.or(named.handicap_bonus),
            komi: Komi::from_points(komi).unwrap_or(named.komi),
        }
    }
}

impl Default for NamedRules {
    fn default() -> Self {
        Self {
            name: "chinese".to_owned(),
            komi: Override::NAMED,
            scoring: Override::NAMED,
            ko: Override::NAMED,
            suicide: Override::NAMED,
            tax: Override::NAMED,
            handicap_bonus: Override::NAMED,
        }
    }
}

/// A value, or the value of the named rules.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum Override<T> {
    /// As in the named rules; written `"named"`.
    Named(Named),
    /// This value.
    Value(T),
}

/// The word `named`, for the value of the named rules.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Named {
    /// As in the named rules.
    Named,
}

impl<T: Copy> Override<T> {
    const NAMED: Self = Self::Named(Named::Named);

    fn or(self, named: T) -> T {
        match self {
            Self::Named(Named::Named) => named,
            Self::Value(value) => value,
        }
    }
}

/// The log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogSettings {
    /// Lowest level of messages to log.
    pub level: LogLevel,
    /// Form of a line.
    pub format: LogFormat,
    /// File to append to; `None` for standard error.
    pub file: Option<PathBuf>,
}

/// The levels of messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogLevel {
    /// Nothing is logged.
    Off,
    /// Errors.
    Error,
    /// Warnings.
    #[default]
    Warn,
    /// Main events.
    Info,
    /// Every command and every decision.
    Debug,
    /// Everything.
    Trace,
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Off => Self::OFF,
            LogLevel::Error => Self::ERROR,
            LogLevel::Warn => Self::WARN,
            LogLevel::Info => Self::INFO,
            LogLevel::Debug => Self::DEBUG,
            LogLevel::Trace => Self::TRACE,
        }
    }
}

/// Form of a line of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LogFormat {
    /// Text for people.
    #[default]
    Text,
    /// One JSON object on each line.
    Json,
}
