//! The messages between the page and the server, each a type. `docs/design/web.md` is their contract.

mod envelope;
mod fault;
mod files;
mod game;
mod hello;
mod known;
mod record;
mod terms;

pub use envelope::{Reply, Request, VERSION};
pub use fault::{Code, Fault};
pub use files::{FileList, FileName, FileRow, FileText, FileWritten, NewFile};
pub use game::GameText;
pub use hello::{Cancel, Cancelled, Hello, HelloAsk, LimitsText, OpenGame, RulesText};
pub use known::{
    CountText, Group, Groups, JudgedBlock, Layers, LayersAsk, LayersDone, Ownership, PositionAsk,
    PositionText, RegionText, Regions, SafePoints, Safety, ScoreMean, Scored,
};
pub use record::{
    ExampleList, ExampleText, InfoText, MarksText, NodeText, RecordAsk, RecordText, SgfText,
    TreeAsk, TreeText,
};
pub use terms::{BothColors, Hue, MoveText, Trust, Vertex, map_of_points, vertices};
