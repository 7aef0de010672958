//! From a tree to the text of a record.

use super::tree::{Tree, TreeNode, is_writable};
use super::write::{info_properties, point_name, rules_name, size_text};
use super::{MAX_LINE_NODES, MAX_TREE_NODES, TreeError};
use tedomari_board::{Color, Move, Point, Size};

/// The record of a tree with its variations. [`load_tree`](super::load_tree) reads it back.
///
/// # Errors
/// If the nodes are no tree with the root first, if there are too many in all or in one line of play, or if a property
/// has no form in a record.
pub fn write_tree(tree: &Tree) -> Result<String, TreeError> {
    let children = children(tree)?;
    let mut text = String::new();
    // What is still to be written, the next one last.
    let mut open = vec![Step::Tree(0)];
    while let Some(step) = open.pop() {
        let number = match step {
            Step::Close => {
                text.push(')');
                continue;
            }
            Step::Tree(number) => {
                text.push_str(if number == 0 { "(" } else { "\n(" });
                open.push(Step::Close);
                number
            }
            Step::Node(number) => number,
        };
        if number == 0 {
            text.push_str(&root(tree));
        } else {
            text.push(';');
        }
        let (Some(node), Some(below)) = (tree.nodes.get(number), children.get(number)) else {
            continue;
        };
        write_node(&mut text, node, tree.size);
        match below.as_slice() {
            [] => {}
            [only] => open.push(Step::Node(*only)),
            several => open.extend(several.iter().rev().map(|&child| Step::Tree(child))),
        }
    }
    text.push('\n');
    Ok(text)
}

/// What is to be written.
enum Step {
    /// A node and what follows, in parentheses.
    Tree(usize),
    /// A node and what follows.
    Node(usize),
    /// The end of a tree.
    Close,
}

/// The children of each node, after a check that the tree can be written.
fn children(tree: &Tree) -> Result<Vec<Vec<usize>>, TreeError> {
    if tree.nodes.len() > MAX_TREE_NODES {
        return Err(TreeError::TooManyNodes);
    }
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); tree.nodes.len()];
    let mut depths: Vec<usize> = Vec::with_capacity(tree.nodes.len());
    for (number, node) in tree.nodes.iter().enumerate() {
        let depth = match node.parent {
            None if number == 0 => 1,
            Some(parent) if parent < number => {
                if let Some(siblings) = children.get_mut(parent) {
                    siblings.push(number);
                }
                1 + depths.get(parent).copied().unwrap_or(0)
            }
            None | Some(_) => return Err(TreeError::NoParent(number)),
        };
        if depth > MAX_LINE_NODES {
            return Err(TreeError::TooManyNodes);
        }
        if !node.other.iter().all(is_writable) {
            return Err(TreeError::Unwritable(number));
        }
        depths.push(depth);
    }
    if tree.nodes.is_empty() {
        return Err(TreeError::NoParent(0));
    }
    Ok(children)
}

/// The semicolon of the root, and the properties that belong to the whole game.
fn root(tree: &Tree) -> String {
    let mut text = format!(
        ";FF[4]CA[UTF-8]GM[1]SZ[{}]KM[{}]",
        size_text(tree.size),
        tree.rules.komi.points()
    );
    if let Some(name) = rules_name(&tree.rules) {
        text.push_str(&format!("RU[{name}]"));
    }
    if tree.handicap > 0 {
        text.push_str(&format!("HA[{}]", tree.handicap));
    }
    for property in info_properties(&tree.info) {
        text.push_str(&property.to_string());
    }
    text
}

fn write_node(text: &mut String, node: &TreeNode, size: Size) {
    if let Some((color, mv)) = node.mv {
        let value = match mv {
            Move::Play(point) => point_name(point, size),
            Move::Pass | Move::Resign => String::new(),
        };
        text.push_str(&format!("{color:#}[{value}]"));
    }
    let setup = &node.setup;
    for (name, points) in [
        ("AB", &setup.black),
        ("AW", &setup.white),
        ("AE", &setup.empty),
    ] {
        write_points(text, name, points, size);
    }
    if let Some(color) = setup.to_move {
        text.push_str(match color {
            Color::Black => "PL[B]",
            Color::White => "PL[W]",
        });
    }
    for (name, value) in [("N", &node.name), ("C", &node.comment)] {
        if let Some(value) = value {
            text.push_str(&format!("{name}[{}]", escaped(value)));
        }
    }
    for (name, points) in node.marks.named() {
        write_points(text, name, points, size);
    }
    if !node.labels.is_empty() {
        text.push_str("LB");
        for (point, label) in &node.labels {
            text.push_str(&format!(
                "[{}:{}]",
                point_name(*point, size),
                escaped(label)
            ));
        }
    }
    for (name, values) in &node.other {
        text.push_str(name);
        for value in values {
            text.push_str(&format!("[{value}]"));
        }
    }
}

fn write_points(text: &mut String, name: &str, points: &[Point], size: Size) {
    if points.is_empty() {
        return;
    }
    text.push_str(name);
    for &point in points {
        text.push_str(&format!("[{}]", point_name(point, size)));
    }
}

/// A text as a value.
fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LoadOptions, games, load_tree};
    use tedomari_base::CancelToken;
    use tedomari_board::Rules;

    fn options() -> LoadOptions {
        LoadOptions {
            rules: Rules::default(),
            before_move: None,
            cancel: CancelToken::new(),
        }
    }

    fn read(text: &str) -> Tree {
        load_tree(text, &options()).unwrap()
    }

    #[test]
    fn a_record_comes_back_as_it_was() {
        let text = "(;GM[1]SZ[9]KM[5.5]RU[Japanese]PB[a\\]b]C[first]AB[aa:ba]TR[cc]LB[dd:1]\n\
                    ;B[ee]C[two\nlines \\] \\\\]BM[1](;W[ff]N[main];B[])(;W[gg](;B[hh])(;B[ii]KO[])))";
        let tree = read(text);
        let parents: Vec<_> = tree.nodes.iter().map(|node| node.parent).collect();
        let some = Some;
        assert_eq!(
            parents,
            [None, some(0), some(1), some(2), some(1), some(4), some(4)]
        );
        assert_eq!(tree.nodes[0].setup.black.len(), 2);
        assert_eq!(tree.nodes[0].comment.as_deref(), Some("first"));
        assert_eq!(tree.nodes[1].comment.as_deref(), Some("two\nlines ] \\"));
        assert_eq!(tree.nodes[3].mv, Some((Color::Black, Move::Pass)));
        assert_eq!(tree.info.black.as_deref(), Some("a]b"));
        let again = read(&write_tree(&tree).unwrap());
        assert_eq!(again.nodes, tree.nodes);
        assert_eq!((again.size, again.rules), (tree.size, tree.rules));
        assert_eq!(again.info, tree.info);
    }

    #[test]
    fn games_of_a_collection_are_read_one_by_one() {
        let text = "(;SZ[5];B[aa])\n(;SZ[7](;B[aa])(;B[bb]))(;SZ[9])";
        let found = games(text, &options()).unwrap();
        let sizes: Vec<Size> = found.iter().map(|game| read(game).size).collect();
        assert_eq!(sizes, [5, 7, 9].map(Size::square));
        assert!(games("no game", &options()).is_err());
    }

    #[test]
    fn illegal_moves_stay_and_points_off_the_board_go() {
        let tree = read("(;SZ[5]AB[aa][zz]LB[aa:x][zz:y];B[aa];B[bb]W[cc])");
        assert_eq!(tree.nodes[0].setup.black.len(), 1);
        assert_eq!(tree.nodes[0].labels.len(), 1);
        assert_eq!(tree.warnings.len(), 2);
        assert_eq!(tree.nodes.len(), 4);
        assert!(load_tree("(;SZ[5];B[jj])", &options()).is_err());
    }

    #[test]
    fn what_has_no_form_is_not_written() {
        let mut tree = read("(;SZ[5];B[aa])");
        for (name, value) in [("x", "1"), ("X", "1]"), ("X", "1\\"), ("", "1")] {
            tree.nodes[1].other = vec![(name.to_owned(), vec![value.to_owned()])];
            assert_eq!(
                write_tree(&tree).unwrap_err(),
                TreeError::Unwritable(1),
                "{name} {value}"
            );
        }
        tree.nodes[1].other.clear();
        tree.nodes[1].parent = Some(1);
        assert_eq!(write_tree(&tree).unwrap_err(), TreeError::NoParent(1));
        tree.nodes.clear();
        assert!(write_tree(&tree).is_err());
    }
}
