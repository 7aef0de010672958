//! What replies claim about a block, and when two claims contradict each other.
//!
//! A claim is about one of two questions: how well the attacker kills the block if it moves first, and how well the
//! defender saves it if it moves first. Success has four grades: 0 is failure, 1 a ko that needs the first threat, 2 a
//! ko taken first, 3 success without a ko. A claim bounds the grade.

use std::fmt;

use tedomari::board::{Color, Point};

/// The side that moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum First {
    Attacker,
    Defender,
}

use First::{Attacker, Defender};

/// The block that a question is about, with a neighbor of the other color.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) stone: Point,
    pub(super) owner: Color,
    pub(super) enemy: Point,
}

/// Bounds of the grade that the side which moves first reaches, about the block on a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    pub(super) block: Point,
    pub(super) first: First,
    pub(super) least: u8,
    pub(super) most: u8,
    pub(super) is_proof: bool,
    /// Whether it is the one answer about life and death, under whatever name: then estimates agree, too.
    pub(super) is_one_answer: bool,
    /// The question and the reply.
    pub(super) source: String,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.is_proof { "proof" } else { "estimate" };
        write!(
            f,
            "{kind} {:?} first {}..{}: {}",
            self.first, self.least, self.most, self.source
        )
    }
}

impl Claim {
    /// Whether both can't be true. With a ko ban on the board moving first may be worse than moving second, so that
    /// only answers to the same question are compared.
    pub(super) fn contradicts(&self, other: &Self, has_ko_ban: bool) -> bool {
        if self.block != other.block {
            return false;
        }
        if self.first == other.first {
            return self.most < other.least || other.most < self.least;
        }
        // The side that moves first reaches at least what it keeps moving second.
        !has_ko_ban && self.most + other.most < 3
    }
}

/// Seconds for a question about many moves.
const SECONDS: f64 = 0.005;

/// A command about a block, and how its reply is read.
pub(super) struct Query {
    pub(super) name: &'static str,
    pub(super) line: fn(&Block) -> String,
    pub(super) claims: fn(&Block, &str) -> Vec<Bound>,
}

/// A claim without its source.
pub(super) type Bound = (Point, First, u8, u8, bool);

pub(super) const QUERIES: &[Query] = &[
    Query {
        name: "tedomari-read kill",
        line: |block| format!("tedomari-read kill {}", block.stone),
        claims: |block, reply| read(block, reply, Attacker),
    },
    Query {
        name: "tedomari-read live",
        line: |block| format!("tedomari-read live {}", block.stone),
        claims: |block, reply| read(block, reply, Defender),
    },
    Query {
        name: "owl_attack",
        line: |block| format!("owl_attack {}", block.stone),
        claims: |block, reply| owl(block, reply, Attacker),
    },
    Query {
        name: "owl_defend",
        line: |block| format!("owl_defend {}", block.stone),
        claims: |block, reply| {
            let mut claims = owl(block, reply, Defender);
            if reply == "1 PASS" {
                claims.push(exact(block, Attacker, 0));
            }
            claims
        },
    },
    Query {
        name: "dragon_status",
        line: |block| format!("dragon_status {}", block.stone),
        claims: |block, reply| match reply.split(' ').next() {
            Some("alive") => vec![exact(block, Attacker, 0)],
            Some("dead") => vec![exact(block, Defender, 0), some(block, Attacker)],
            Some("critical") => vec![some(block, Attacker), some(block, Defender)],
            _ => vec![],
        },
    },
    Query {
        name: "attack",
        line: |block| format!("attack {}", block.stone),
        // A block that can't be captured by few liberties may yet be killed.
        claims: |block, reply| vec![(block.stone, Attacker, grade(reply), 3, false)],
    },
    Query {
        name: "defend",
        line: |block| format!("defend {}", block.stone),
        claims: |block, reply| {
            let mut claims = vec![(block.stone, Defender, 0, grade(reply), false)];
            if reply != "1 PASS" {
                claims.push(some(block, Attacker));
            }
            claims
        },
    },
    Query {
        name: "analyze_semeai, own",
        line: |block| format!("analyze_semeai {} {}", block.stone, block.enemy),
        claims: |block, reply| {
            let Some((defense, _)) = race(reply) else {
                return vec![];
            };
            vec![exact(block, Defender, defense)]
        },
    },
    Query {
        name: "analyze_semeai, other",
        line: |block| format!("analyze_semeai {} {}", block.enemy, block.stone),
        claims: |block, reply| {
            let Some((_, attack)) = race(reply) else {
                return vec![];
            };
            vec![(block.stone, Attacker, attack, 3, false)]
        },
    },
    Query {
        name: "tedomari-read status",
        line: |block| format!("tedomari-read status {}", block.stone),
        claims: |block, reply| {
            let (kill, live) = reply.split_once(" live ").unwrap();
            let kill = kill.split_once(" kill ").unwrap().1;
            let named = |answer: &str, name: &str| {
                format!("verdict {}", answer.replace(&format!("{name}_"), ""))
            };
            let mut claims = read(block, &named(kill, "kill"), Attacker);
            claims.extend(read(block, &named(live, "live"), Defender));
            claims
        },
    },
    Query {
        name: "tedomari-read_moves kill",
        line: |block| format!("tedomari-read_moves kill {} {SECONDS}", block.stone),
        claims: |block, reply| read_moves(block, reply, Attacker),
    },
    Query {
        name: "tedomari-read_moves live",
        line: |block| format!("tedomari-read_moves live {} {SECONDS}", block.stone),
        claims: |block, reply| read_moves(block, reply, Defender),
    },
    Query {
        name: "unconditional_status",
        line: |block| format!("unconditional_status {}", block.stone),
        claims: |block, reply| match reply {
            "alive" => vec![(block.stone, Attacker, 0, 0, true)],
            "dead" => vec![(block.stone, Defender, 0, 0, true)],
            _ => vec![],
        },
    },
    Query {
        name: "go_safe static, enemy",
        line: |block| format!("go_safe static {}", block.owner.opponent()),
        claims: |block, reply| is_listed(block, reply, (block.stone, Defender, 0, 0, true)),
    },
    Query {
        name: "final_status_list dead",
        line: |_| "final_status_list dead".to_owned(),
        claims: |block, reply| is_listed(block, reply, some(block, Attacker)),
    },
    Query {
        name: "final_status_list alive",
        line: |_| "final_status_list alive".to_owned(),
        claims: |block, reply| is_listed(block, reply, some(block, Defender)),
    },
];

/// The commands that show the one answer about the life and death of a block.
pub(super) const ONE_ANSWER: [&str; 8] = [
    "tedomari-read kill",
    "tedomari-read live",
    "tedomari-read status",
    "owl_attack",
    "owl_defend",
    "dragon_status",
    "attack",
    "defend",
];

/// What GNU Go's number of life and death says; nothing if the answer is open.
fn owl(block: &Block, reply: &str, first: First) -> Vec<Bound> {
    if reply == "unknown" {
        return Vec::new();
    }
    vec![exact(block, first, grade(reply))]
}

/// The estimate that the side which moves first reaches exactly this.
fn exact(block: &Block, first: First, grade: u8) -> Bound {
    (block.stone, first, grade, grade, false)
}

/// The estimate that the side which moves first reaches something.
fn some(block: &Block, first: First) -> Bound {
    (block.stone, first, 1, 3, false)
}

fn is_listed(block: &Block, reply: &str, bound: Bound) -> Vec<Bound> {
    let stone = block.stone.to_string();
    let is_listed = reply.split_whitespace().any(|word| word == stone);
    is_listed.then_some(bound).into_iter().collect()
}

/// The grade behind GNU Go's number at the start of a reply: 1, 2, 3 or 0, from best to worst.
fn grade(reply: &str) -> u8 {
    match reply.split([' ', '?']).next() {
        Some("1") => 3,
        Some("2") => 2,
        Some("3") => 1,
        Some("0") => 0,
        other => panic!("{other:?} is no number of GNU Go"),
    }
}

/// How well the first group is saved and the second one is captured; `None` if the first group has won though it is
/// shut in and may be taken.
fn race(reply: &str) -> Option<(u8, u8)> {
    let words: Vec<&str> = reply.split(' ').collect();
    let [defense, attack, _] = words[..] else {
        panic!("`{reply}` is no answer about a race");
    };
    (reply != "1 1 PASS").then(|| (grade(defense), grade(attack)))
}

fn read(block: &Block, reply: &str, first: First) -> Vec<Bound> {
    let words: Vec<&str> = reply.split(' ').collect();
    let after = |name: &str| {
        let place = words.iter().position(|word| *word == name)?;
        words.get(place + 1).copied()
    };
    let player = match first {
        Attacker => block.owner.opponent(),
        Defender => block.owner,
    };
    let is_own = after("threats_by") == Some(player.to_string().as_str());
    let grade = match after("verdict") {
        Some("achieved") => 3,
        Some("ko") if is_own => 1,
        Some("ko") => 2,
        Some("refuted") => 0,
        Some("seki") if first == Defender => 3,
        Some("seki") => 0,
        Some("unknown") => return vec![],
        other => panic!("{other:?} is no verdict"),
    };
    let is_proof = after("proof") == Some("proven");
    vec![(block.stone, first, grade, grade, is_proof)]
}

/// A move that reaches something shows that the side which moves first reaches no less.
fn read_moves(block: &Block, reply: &str, first: First) -> Vec<Bound> {
    let results = reply.lines().filter_map(|line| line.split_once(' '));
    let known = results.filter(|(_, result)| *result != "?" && !result.is_empty());
    let bound = |result: &str| (block.stone, first, grade(result), 3, !result.ends_with('?'));
    known.map(|(_, result)| bound(result)).collect()
}
