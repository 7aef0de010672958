//! The messages between the page and the server, each a type. `docs/design/web.md` is their contract.

mod envelope;
mod fault;
mod files;
mod game;
mod hello;
mod known;
mod questions;
mod record;
mod rules;
mod search;
mod terms;

pub use envelope::VERSION;
pub(crate) use envelope::{AnswerJson, Fields, PageReply, PageRequest};
pub(crate) use fault::{Code, Fault};
pub(crate) use files::{FileList, FileName, FileRow, FileText, FileWritten, NewFile};
pub(crate) use game::GameText;
pub use hello::OpenGame;
pub(crate) use hello::{Cancel, Cancelled, Hello, HelloAsk, LimitsText, RulesText};
pub(crate) use known::{
    CountText, Fact, Given, GroupStatusText, Groups, JudgedBlock, Layers, LayersAsk, LayersDone,
    MoveWorth, MoveWorthAsk, Ownership, PositionAsk, PositionText, RegionPlayText, RegionText,
    Regions, SafePoints, Safety, ScoreMean, Scored,
};
pub(crate) use questions::{
    AnswerText, FindingText, GivenText, GoalsAsk, GoalsText, HalfText, LineAsk, MistakeAsk,
    MistakeReasonText, MistakeText, MoveResult, MovesText, ProblemList, ProblemText, ProgressText,
    ProofText, QuestionAsk, QuestionWord, ReasonText, RegionAsk, RegionQuestion, RegionQuestions,
    Threats,
};
pub(crate) use record::{
    ExampleList, ExampleText, InfoText, MarksText, NodeText, RecordAsk, RecordText, SgfText,
    TreeAsk, TreeText,
};
pub(crate) use rules::{
    CheckedDraft, DiffText, DraftAsk, EditAsk, MatchText, MeasureAsk, MeasuredProblem,
    MeasuredSums, OutcomeText, ProblemAsk, RelationsText, RuleName, RuleRow, RuleText, RulesAsk,
    RulesList, RulesUsed, TryAsk, TryText,
};
pub(crate) use search::{
    CandidateText, ClockText, GenmoveAsk, GenmoveText, HandicapAsk, HandicapText, SearchAsk,
    SearchText, SystemText,
};
pub(crate) use terms::{BothColors, Hue, MoveText, PointText, Trust, map_of_points, vertices};
