//! Records: from text to a tree, and back.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::service::{Handling, Service, answer, read};
use crate::board::{Komi, Point, Rules, Size};
use crate::sgf::{
    Application, LoadOptions, Marks, RecordInfo, Tree, TreeError, TreeNode, TreeSetup, as_sgf,
    decode, games, load_tree, write_tree,
};
use crate::web::message::{
    Code, Fault, Hue, InfoText, MarksText, MoveText, NodeText, PointText, RecordAsk, RecordText,
    SgfText, TreeAsk, TreeText,
};
use crate::web::tab::{Caller, Tab};

pub(super) const TABLE: &[Service] = &[
    Service {
        name: "record",
        work: Handling::AtOnce(|tab, fields, caller| answer(&record(tab, &read(fields)?, caller)?)),
    },
    Service {
        name: "record_text",
        work: Handling::AtOnce(|tab, fields, _| answer(&record_text(tab, read(fields)?)?)),
    },
];

/// The text of a record that came as text or as bytes, with a doubt about its encoding.
pub(super) fn text_of(
    tab: &Tab,
    ask: &RecordAsk,
    caller: &Caller,
) -> Result<(String, Option<String>), Fault> {
    let bad = |message: &str| Fault::new(Code::BadRequest, message);
    let limit = tab.server.limits.record_bytes;
    let too_large = |n: usize| n as u64 > limit;
    let large = || {
        Fault::new(
            Code::TooLarge,
            format!("the record is larger than {} KiB", limit >> 10),
        )
    };
    match (&ask.sgf, &ask.base64) {
        (Some(text), None) if too_large(text.len()) => Err(large()),
        (Some(text), None) => Ok((as_sgf(text.clone()), None)),
        (None, Some(coded)) => {
            let bytes = STANDARD
                .decode(coded)
                .map_err(|_| bad("`base64` is not in base 64"))?;
            if too_large(bytes.len()) {
                return Err(large());
            }
            let decoded = decode(bytes, &caller.cancel).map_err(|_| Fault::cancelled())?;
            Ok((decoded.text, decoded.doubt.map(|doubt| doubt.text)))
        }
        _ => Err(bad("one of `sgf` and `base64` is needed")),
    }
}

/// How records are read for a request.
pub(super) fn load_options(tab: &Tab, caller: &Caller) -> LoadOptions {
    LoadOptions {
        rules: tab.server.settings.rules,
        before_move: None,
        cancel: caller.cancel.clone(),
    }
}

/// The error of a record that can't be read or written.
pub(super) fn fault(error: &TreeError) -> Fault {
    let code = match error {
        TreeError::TooManyNodes | TreeError::TooManyItems => Code::TooLarge,
        TreeError::Sgf(_) | TreeError::NoParent(_) | TreeError::Unwritable(_) => Code::BadGame,
    };
    Fault::new(code, error.to_string())
}

fn record(tab: &Tab, ask: &RecordAsk, caller: &Caller) -> Result<RecordText, Fault> {
    let (text, doubt) = text_of(tab, ask, caller)?;
    let options = load_options(tab, caller);
    let games = games(&text, &options).map_err(|error| fault(&error.into()))?;
    let n_games = games.len();
    let game = games.get(ask.number).ok_or_else(|| {
        let message = format!(
            "the record has {n_games} games; there is no number {}",
            ask.number
        );
        Fault::new(Code::BadGame, message)
    })?;
    let tree = load_tree(game, &options).map_err(|error| fault(&error))?;
    let mut tree = tree_text(tree);
    tree.warnings.splice(0..0, doubt);
    Ok(RecordText {
        n_games,
        number: ask.number,
        tree,
    })
}

fn record_text(tab: &Tab, ask: TreeAsk) -> Result<SgfText, Fault> {
    let tree = tree_of(ask.tree, &tab.server.settings.rules)?;
    let sgf = write_tree(&tree).map_err(|error| fault(&error))?;
    Ok(SgfText { sgf })
}

fn list(points: Vec<Point>) -> Vec<PointText> {
    points.into_iter().map(PointText).collect()
}

fn tree_text(tree: Tree) -> TreeText {
    let info = tree.info;
    TreeText {
        size: (tree.size.width(), tree.size.height()),
        rules: tree.rules.name().map(str::to_owned),
        komi: tree.rules.komi.points(),
        handicap: tree.handicap,
        info: InfoText {
            black: info.black,
            white: info.white,
            result: info.result,
            date: info.date,
            event: info.event,
            comment: info.comment,
        },
        nodes: tree.nodes.into_iter().map(node_text).collect(),
        warnings: tree
            .warnings
            .iter()
            .map(|doubt| format!("{} {}", doubt.place, doubt.text))
            .collect(),
    }
}

fn node_text(node: TreeNode) -> NodeText {
    let has_marks = node.marks != Marks::default();
    let Marks {
        triangle,
        square,
        circle,
        cross,
    } = node.marks;
    NodeText {
        parent: node.parent,
        r#move: node.mv.map(|(color, mv)| (Hue(color), MoveText(mv))),
        black: list(node.setup.black),
        white: list(node.setup.white),
        empty: list(node.setup.empty),
        to_move: node.setup.to_move.map(Hue),
        comment: node.comment,
        name: node.name,
        marks: has_marks.then(|| MarksText {
            triangle: list(triangle),
            square: list(square),
            circle: list(circle),
            cross: list(cross),
        }),
        labels: node
            .labels
            .into_iter()
            .map(|(point, text)| (PointText(point), text))
            .collect(),
        other: node.other,
    }
}

fn tree_of(text: TreeText, default: &Rules) -> Result<Tree, Fault> {
    let bad = |message: String| Fault::new(Code::BadGame, message);
    let (width, height) = text.size;
    let size = Size::new(width, height)
        .ok_or_else(|| bad(format!("no board has the size {width}x{height}")))?;
    let mut rules = match &text.rules {
        Some(name) => Rules::named(name).map_err(|error| bad(error.to_string()))?,
        None => *default,
    };
    rules.komi = Komi::from_points(text.komi)
        .ok_or_else(|| bad(format!("komi {} is impossible", text.komi)))?;
    let nodes = text.nodes.into_iter().map(|node| node_of(node, size));
    Ok(Tree {
        size,
        rules,
        handicap: text.handicap,
        info: RecordInfo {
            black: text.info.black,
            white: text.info.white,
            result: text.info.result,
            date: text.info.date,
            event: text.info.event,
            comment: text.info.comment,
            application: Some(Application::tedomari()),
            ..RecordInfo::default()
        },
        nodes: nodes.collect::<Result<_, _>>()?,
        warnings: Vec::new(),
    })
}

fn node_of(node: NodeText, size: Size) -> Result<TreeNode, Fault> {
    let on_board = |point: Point| {
        let message = || Fault::new(Code::BadGame, format!("{point} is not on the board"));
        size.contains(point).then_some(point).ok_or_else(message)
    };
    let list = |points: Vec<PointText>| -> Result<Vec<Point>, Fault> {
        points.into_iter().map(|point| on_board(point.0)).collect()
    };
    let marks = node.marks.unwrap_or_default();
    let mv = node.r#move.map(|(color, mv)| (color.0, mv.0));
    if let Some(point) = mv.and_then(|(_, mv)| mv.point()) {
        on_board(point)?;
    }
    let labels = node
        .labels
        .into_iter()
        .map(|(point, text)| Ok((on_board(point.0)?, text)));
    Ok(TreeNode {
        parent: node.parent,
        mv,
        setup: TreeSetup {
            black: list(node.black)?,
            white: list(node.white)?,
            empty: list(node.empty)?,
            to_move: node.to_move.map(|color| color.0),
        },
        comment: node.comment,
        name: node.name,
        marks: Marks {
            triangle: list(marks.triangle)?,
            square: list(marks.square)?,
            circle: list(marks.circle)?,
            cross: list(marks.cross)?,
        },
        labels: labels.collect::<Result<_, Fault>>()?,
        other: node.other,
    })
}
