//! Proofs of scores as data: what is written is accepted and true, planted faults are refused.

use tedomari::base::{Budget, Rng};
use tedomari::board::game::Start;
use tedomari::board::{Board, Color, Game, Komi, Rules, Scoring, Size};
use tedomari::endgame::{Endgame, EndgameParams, NoScoreProof, ScoreFile, ShapeStore};
use tedomari::proofcheck::format::{End, NodeLine, ProverReply};
use tedomari::proofcheck::safety::format::{RegionLine, StepLine};
use tedomari::proofcheck::score::format::{ScoreHeader, StrategyLine};
use tedomari::proofcheck::{CheckedFile, check_file};

use super::oracle::Oracle;
use super::random::{self, Eyes, Wanted};
use crate::second_checker::n_both_accept;

/// Most states of the oracle.
const MOST_STATES: usize = 100_000;

/// Nodes for the search of each strategy.
const NODES: u64 = 100_000;

/// The lines of a proof. Steps of safety are kept as text.
#[derive(Clone)]
struct Lines {
    header: ScoreHeader,
    strategies: Vec<(StrategyLine, Vec<String>, Vec<NodeLine>)>,
}

impl Lines {
    fn of(text: &str) -> Self {
        let mut lines = text.lines();
        let mut next = || lines.next().unwrap().to_owned();
        let header: ScoreHeader = serde_json::from_str(&next()).unwrap();
        let strategies = (0..2).map(|_| {
            let line: StrategyLine = serde_json::from_str(&next()).unwrap();
            let mut steps = Vec::new();
            for _ in 0..line.steps {
                steps.push(next());
                let step: StepLine = serde_json::from_str(&steps[steps.len() - 1]).unwrap();
                for _ in 0..step.regions {
                    steps.push(next());
                    let region: RegionLine = serde_json::from_str(&steps[steps.len() - 1]).unwrap();
                    steps.extend((0..region.nodes).map(|_| next()));
                }
            }
            // A line for each window, and one for the answers in each.
            steps.extend((0..2 * line.windows).map(|_| next()));
            let nodes = (0..line.nodes).map(|_| serde_json::from_str(&next()).unwrap());
            let nodes = nodes.collect();
            (line, steps, nodes)
        });
        Self {
            strategies: strategies.collect(),
            header,
        }
    }

    fn text(&self) -> String {
        let mut lines = vec![serde_json::to_string(&self.header).unwrap()];
        for (line, steps, nodes) in &self.strategies {
            lines.push(serde_json::to_string(line).unwrap());
            lines.extend(steps.iter().cloned());
            lines.extend(
                nodes
                    .iter()
                    .map(|node| serde_json::to_string(node).unwrap()),
            );
        }
        lines.join("\n") + "\n"
    }

    fn holds(&self) -> bool {
        matches!(
            check_file(self.text().as_bytes(), u64::MAX),
            Ok(CheckedFile::Score(_))
        )
    }
}

/// Calls `work` with proofs about random boards, their leads, and the results of brute force. Returns how many exact
/// scores there were.
fn for_each_proof(
    seed: u64,
    n_boards: usize,
    mut work: impl FnMut(&mut Rng, &Board, &str, (i32, i32)),
) -> usize {
    let mut rng = Rng::new(seed, 0);
    let mut n_exact = 0;
    for round in 0..n_boards {
        let scoring = [Scoring::Area, Scoring::Territory][round % 2];
        let name = ["chinese", "japanese"][round % 2];
        let is_paired = round % 5 == 0;
        let wanted = Wanted {
            size: Size::new(7, if round / 2 % 2 == 0 { 6 } else { 7 }).unwrap(),
            regions: if is_paired { (1, 3) } else { (2, 6) },
            empty: 7,
            eyes: if is_paired { Eyes::Paired } else { Eyes::Small },
        };
        let board = random::board(&mut rng, &wanted);
        let rules = Rules {
            komi: Komi::default(),
            ..Rules::named(name).unwrap()
        };
        let game = Game::from_start(Start::from_board(&board), rules).unwrap();
        let mut store = ShapeStore::default();
        let limits = Budget::unlimited();
        let params = EndgameParams::default();
        let endgame = Endgame::analyze(&game, &mut store, &params, &limits);
        for color in Color::BOTH {
            let Some(lead) = endgame.lead(&game, &mut store, color).unwrap() else {
                continue;
            };
            n_exact += 1;
            let file = match ScoreFile::new(&game, color, lead, &mut Budget::nodes(NODES)) {
                Ok(file) => file,
                Err(NoScoreProof::NoStrategy(_) | NoScoreProof::TooLarge(_)) => continue,
                Err(error) => panic!("{error}\n{board}"),
            };
            let oracle = Oracle::new(&board, MOST_STATES);
            let truth = match scoring {
                Scoring::Area => oracle.area(color),
                Scoring::Territory => oracle.territory(color),
            };
            let mut text = Vec::new();
            file.write(&mut text).unwrap();
            let text = String::from_utf8(text).unwrap();
            work(
                &mut rng,
                &board,
                &text,
                truth.unwrap_or((i32::MIN, i32::MAX)),
            );
        }
    }
    n_exact
}

/// Whether brute force agrees with a score. It gives two values where endless play matters.
fn agrees((low, high): (i32, i32), lead: i32) -> bool {
    (low..=high).contains(&lead)
}

/// Proofs are accepted, and brute force agrees with the score.
#[test]
fn proofs_of_scores_are_written_accepted_and_true() {
    let (mut n_proofs, mut n_sure, mut n_nodes) = (0, 0, 0);
    let n_exact = for_each_proof(91, 24, |_, board, text, truth| {
        let shown = check_file(text.as_bytes(), u64::MAX);
        assert!(shown.is_ok(), "{shown:?}\n{board}\n{text}");
        let lines = Lines::of(text);
        let lead = lines.header.lead;
        assert!(
            agrees(truth, lead),
            "{truth:?}\n{board}\n{:?}",
            lines.header
        );
        n_sure += usize::from(truth == (lead, lead));
        n_proofs += 1;
        n_nodes += lines
            .strategies
            .iter()
            .map(|(_, _, nodes)| nodes.len())
            .sum::<usize>();
    });
    let counts = (n_proofs, n_exact, n_sure, n_nodes);
    assert!(n_proofs * 3 > n_exact && n_proofs > 10, "{counts:?}");
    assert!(n_sure > 5 && n_nodes > 30, "{counts:?}");
}

/// Changes something in a proof. Nothing if there is nothing of the kind.
fn plant(rng: &mut Rng, kind: usize, lines: &mut Lines) -> Option<()> {
    let side = rng.index(2);
    let (line, steps, nodes) = &mut lines.strategies[side];
    let n_nodes = nodes.len();
    match kind {
        0 => lines.header.lead += 1,
        1 => lines.header.lead -= 1,
        // A reply is left out.
        2 => {
            let node = nodes.get_mut(rng.index(n_nodes.max(1)))?;
            let n = rng.index(node.replies.len().max(1));
            node.replies.get(n)?;
            node.replies.remove(n);
        }
        // The answer to a pass is left out.
        3 => nodes.get_mut(rng.index(n_nodes.max(1)))?.pass = None,
        // The owner stops too early.
        4 => {
            let node = nodes.get_mut(rng.index(n_nodes.max(1)))?;
            let n = rng.index(node.replies.len().max(1));
            let (_, answer) = node.replies.get_mut(n)?;
            if matches!(answer, ProverReply::End(_)) {
                return None;
            }
            *answer = ProverReply::End(End::Alive);
        }
        // A line is left out.
        5 => {
            nodes.pop()?;
            line.nodes -= 1;
        }
        // A pair or a step that the safety rests on is left out.
        6 if !line.pairs.is_empty() => {
            line.pairs.remove(rng.index(line.pairs.len()));
        }
        6 if line.steps > 0 => {
            line.steps = 0;
            steps.clear();
        }
        // A point is taken out of play.
        7 => {
            let n = rng.index(line.region.len().max(1));
            line.region.get(n)?;
            line.region.remove(n);
        }
        _ => return None,
    }
    Some(())
}

/// Faults are found. A changed score never passes: the other side's strategy refutes it.
#[test]
fn planted_faults_in_proofs_of_scores_are_found() {
    let (mut n_found, mut n_passed) = ([0; 8], [0; 8]);
    for_each_proof(92, 30, |rng, board, text, truth| {
        let proof = Lines::of(text);
        for kind in 0..8 {
            let mut lines = proof.clone();
            if plant(rng, kind, &mut lines).is_none() {
                continue;
            }
            if !lines.holds() {
                n_found[kind] += 1;
                continue;
            }
            // Only what rests on a point that does not matter may pass, and the claims are still true.
            n_passed[kind] += 1;
            let lead = lines.header.lead;
            assert!(
                agrees(truth, lead),
                "kind {kind}\n{board}\n{}",
                lines.text()
            );
            assert!(kind >= 6, "kind {kind}\n{board}\n{}", lines.text());
        }
    });
    assert!(
        n_found.iter().all(|&n| n > 0),
        "found {n_found:?}, passed {n_passed:?}"
    );
}

/// The second checker accepts what the program writes, and agrees about planted faults.
#[test]
fn both_checkers_agree_about_scores() {
    let (mut n_proofs, mut texts) = (0, Vec::new());
    for_each_proof(93, 16, |rng, _, text, _| {
        let proof = Lines::of(text);
        for kind in 0..8 {
            let mut lines = proof.clone();
            if plant(rng, kind, &mut lines).is_some() {
                texts.push(lines.text());
            }
        }
        texts.push(text.to_owned());
        n_proofs += 1;
    });
    let n_accepted = n_both_accept("both_checkers_scores", &texts);
    assert!(n_accepted.is_none_or(|n| n >= n_proofs), "{n_accepted:?}");
}

/// Walls are points of the board, none twice, though no window needs them.
#[test]
fn walls_without_windows_are_read() {
    let with_walls = |walls: &str| {
        let header = concat!(
            r#"{"proof":"score","version":1,"width":3,"height":3,"black":["B1","B2","B3"],"white":[],"#,
            r#""counting":"area","to_move":"white","lead":9}"#,
        );
        let strategy =
            format!(r#"{{"steps":0,"walls":[{walls}],"region":[],"start":"alive","nodes":0}}"#);
        format!("{header}\n{strategy}\n{strategy}\n")
    };
    let good = with_walls(r#""B1""#);
    assert!(Lines::of(&good).holds());
    let mut texts = vec![good];
    for walls in [r#""B1","B1""#, r#""D1""#, r#""I1""#, r#""""#] {
        texts.push(with_walls(walls));
        assert!(!Lines::of(&texts[texts.len() - 1]).holds(), "{walls}");
    }
    let n_accepted = n_both_accept("walls_without_windows", &texts);
    assert!(n_accepted.is_none_or(|n| n == 1), "{n_accepted:?}");
}

/// Without living stones nothing is enclosed: few points that the other side has no stones on are not the owner's.
#[test]
fn a_board_without_living_stones_is_not_held() {
    let board = |size: &str, white: &str, region: &str, lead: i32| {
        let strategy = format!(r#"{{"steps":0,"region":[{region}],"start":"alive","nodes":0}}"#);
        let header = format!(
            concat!(
                r#"{{"proof":"score","version":1,{size},"black":[],"white":[{white}],"#,
                r#""counting":"area","to_move":"white","lead":{lead}}}"#
            ),
            size = size,
            white = white,
            lead = lead
        );
        format!("{header}\n{strategy}\n{strategy}\n")
    };
    let all = r#""A1","B1","C1","A2","B2","C2","A3","B3","C3""#;
    let seven = r#""B1","C1","B2","C2","A3","B3","C3""#;
    // White has all but two neighboring points, and Black no stone at all.
    let full = board(r#""width":3,"height":3"#, seven, all, 9);
    // On an empty board of two points every score was accepted.
    let tiny = |lead| board(r#""width":2,"height":1"#, "", r#""A1","B1""#, lead);
    // The same territory by a step or a window that nothing encloses.
    let layered = |strategy: &str, layer: &str| {
        let mut lines: Vec<&str> = full.lines().collect();
        lines.splice(1..2, [strategy, layer]);
        lines.join("\n") + "\n"
    };
    let step = layered(
        r#"{"steps":1,"region":[],"start":"alive","nodes":0}"#,
        &format!(
            "{{\"regions\":1}}\n{{\"region\":[{all}],\"keeps\":\"territory\",\"start\":\"alive\"}}"
        ),
    );
    let window = layered(
        r#"{"steps":0,"windows":1,"region":[],"start":"alive","nodes":0}"#,
        &format!("{{\"window\":[{all}],\"territory\":[{all}]}}\n{{\"answers\":\"\"}}"),
    );
    let texts: Vec<String> = (-2..=2).map(tiny).chain([full, step, window]).collect();
    for text in &texts {
        assert!(!Lines::of(text).holds(), "{text}");
    }
    let n_accepted = n_both_accept("boards_without_living_stones", &texts);
    assert!(n_accepted.is_none_or(|n| n == 0), "{n_accepted:?}");
}
