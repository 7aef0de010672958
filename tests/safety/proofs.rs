//! Proofs of safety as data: what is proved is written and accepted, what is false is never accepted.

use tedomari::base::{Budget, Rng};
use tedomari::board::{Board, Color, Point, PointSet, Size};
use tedomari::proofcheck::format::{End, Next, NodeLine, ProverReply, Side};
use tedomari::proofcheck::safety::format::{
    AnswersLine, KIND, Keeps, RegionLine, SafetyHeader, StepLine, VERSION, WindowLine,
};
use tedomari::proofcheck::{CheckedFile, check_file};
use tedomari::region::{NoSafetyProof, SafetyFile, safety_by_search};
use tedomari::safety::static_safety;

use super::oracle::enclosed_board;
use super::search::is_kept;
use crate::second_checker::n_both_accept;

/// Sizes of the boards.
const SIZES: [(u8, u8); 6] = [(4, 4), (5, 3), (5, 4), (6, 3), (7, 3), (5, 5)];

/// Most positions that the oracle looks at.
pub(super) const LIMIT: usize = 2000;

/// Nodes of a question about a window.
const WINDOW_NODES: u64 = 3_000;

/// A step with its regions.
type Step = (StepLine, Vec<(RegionLine, Vec<NodeLine>)>);

/// The lines of a proof. The answers in a window are one line, even if the proof has them on several.
#[derive(Clone)]
pub(super) struct Lines {
    pub(super) header: SafetyHeader,
    pub(super) steps: Vec<Step>,
    pub(super) windows: Vec<(WindowLine, AnswersLine)>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        let mut lines = text.lines();
        let header: SafetyHeader = serde_json::from_str(lines.next().unwrap()).unwrap();
        let region = |lines: &mut std::str::Lines<'_>| {
            let region: RegionLine = serde_json::from_str(lines.next().unwrap()).unwrap();
            let nodes = (0..region.nodes).map(|_| serde_json::from_str(lines.next().unwrap()));
            let nodes = nodes.collect::<Result<_, _>>().unwrap();
            (region, nodes)
        };
        let mut steps = Vec::new();
        for _ in 0..header.steps {
            let step: StepLine = serde_json::from_str(lines.next().unwrap()).unwrap();
            let regions = (0..step.regions).map(|_| region(&mut lines)).collect();
            steps.push((step, regions));
        }
        let mut more = lines.map(str::to_owned).collect::<Vec<_>>().into_iter();
        let mut windows = Vec::new();
        for _ in 0..header.windows {
            let window: WindowLine = serde_json::from_str(&more.next().unwrap()).unwrap();
            windows.push((window, AnswersLine::default()));
        }
        for (window, answers) in &mut windows {
            let mut parts = Vec::new();
            for _ in 0..std::mem::replace(&mut window.lines, 1) {
                let part: AnswersLine = serde_json::from_str(&more.next().unwrap()).unwrap();
                parts.push(part.answers);
                answers.paired.extend(part.paired);
            }
            answers.answers = parts.join(" ");
        }
        Self {
            header,
            steps,
            windows,
        }
    }

    pub(super) fn text(&self) -> String {
        let mut lines = vec![serde_json::to_string(&self.header).unwrap()];
        for (step, regions) in &self.steps {
            lines.push(serde_json::to_string(step).unwrap());
            for (region, nodes) in regions {
                lines.push(serde_json::to_string(region).unwrap());
                let nodes = nodes
                    .iter()
                    .map(|node| serde_json::to_string(node).unwrap());
                lines.extend(nodes);
            }
        }
        let windows = self.windows.iter();
        lines.extend(windows.map(|(window, _)| serde_json::to_string(window).unwrap()));
        let answers = self.windows.iter();
        lines.extend(answers.map(|(_, answers)| serde_json::to_string(answers).unwrap()));
        lines.join("\n") + "\n"
    }

    pub(super) fn holds(&self) -> bool {
        matches!(
            check_file(self.text().as_bytes(), u64::MAX),
            Ok(CheckedFile::Safety(_))
        )
    }

    /// The stones and points that are claimed to be safe.
    pub(super) fn claim(&self, board: &Board) -> (PointSet, PointSet) {
        let point = |name: &String| name.parse::<Point>().unwrap();
        let heads = self.header.stones.iter().map(point);
        let stones = heads.flat_map(|head| board.stones(head));
        let territory = self.header.territory.iter().map(point);
        (stones.collect(), territory.collect())
    }

    /// The nodes of all strategies.
    fn nodes(&mut self) -> Vec<&mut NodeLine> {
        let regions = self.steps.iter_mut().flat_map(|(_, regions)| regions);
        regions.flat_map(|(_, nodes)| nodes).collect()
    }
}

/// The proof of what is safe, as text.
pub(super) fn written(board: &Board, color: Color) -> Result<String, NoSafetyProof> {
    let file = SafetyFile::new(board, color, WINDOW_NODES, &mut Budget::nodes(5_000_000))?;
    let mut text = Vec::new();
    file.write(&mut text).unwrap();
    Ok(String::from_utf8(text).unwrap())
}

/// Calls `work` with proofs about random boards.
pub(super) fn for_each_proof(
    seed: u64,
    rounds: usize,
    mut work: impl FnMut(&mut Rng, &Board, Color, &str),
) {
    let mut rng = Rng::new(seed, 0);
    for (width, height) in SIZES {
        for round in 0..rounds {
            let owner = Color::BOTH[round % 2];
            let board = enclosed_board(&mut rng, width, height, owner);
            match written(&board, owner) {
                Ok(text) => work(&mut rng, &board, owner, &text),
                Err(reason) => assert_eq!(reason, NoSafetyProof::Nothing, "{board}"),
            }
        }
    }
}

/// Every proof is accepted, claims what the search found, and is true by an attack that tries everything.
#[test]
fn proofs_of_safety_are_written_accepted_and_true() {
    let (mut n_proofs, mut n_with_pairs, mut n_with_steps, mut n_together) = (0, 0, 0, 0);
    let mut n_with_windows = 0;
    for_each_proof(81, 150, |_, board, owner, text| {
        let lines = Lines::of(text);
        let shown = check_file(text.as_bytes(), u64::MAX);
        assert!(shown.is_ok(), "{shown:?}\n{owner}\n{board}\n{text}");
        let claim = lines.claim(board);
        let found = safety_by_search(board, &mut Budget::nodes(800_000));
        assert!(found.stones[owner].is_subset(&claim.0), "{owner}\n{board}");
        let is_more = claim.0 != found.stones[owner];
        assert!(
            is_more <= !lines.windows.is_empty(),
            "{owner}\n{board}\n{text}"
        );
        n_with_windows += usize::from(is_more);
        let truth = is_kept(board, owner, claim, LIMIT);
        assert_ne!(truth, Some(false), "{owner}\n{board}\n{text}");
        n_proofs += 1;
        n_with_pairs += usize::from(!lines.header.pairs.is_empty());
        n_with_steps += usize::from(!lines.steps.is_empty());
        n_together += usize::from(lines.steps.iter().any(|(step, _)| step.together));
    });
    let counts = (n_proofs, n_with_pairs, n_with_steps, n_together);
    assert!(
        n_proofs > 300 && n_with_pairs > 30 && n_with_steps > 20 && n_together > 2,
        "{counts:?}"
    );
    assert!(n_with_windows > 10, "{n_with_windows}");
}

/// Changes something in a proof; whether the change must be detected. Nothing if there is nothing of the kind.
fn plant(rng: &mut Rng, kind: usize, board: &Board, lines: &mut Lines) -> Option<bool> {
    let n_nodes = lines.nodes().len();
    match kind {
        // A pair is left out.
        0 if !lines.header.pairs.is_empty() => {
            let n = rng.index(lines.header.pairs.len());
            lines.header.pairs.remove(n);
            Some(false)
        }
        // A reply is left out.
        1 if n_nodes > 0 => {
            let node = &mut lines.nodes()[rng.index(n_nodes)].replies;
            if node.is_empty() {
                return None;
            }
            let n = rng.index(node.len());
            node.remove(n);
            Some(true)
        }
        // The answer to a pass is left out.
        2 if n_nodes > 0 => {
            lines.nodes()[rng.index(n_nodes)].pass = None;
            Some(true)
        }
        // A line is left out.
        3 => {
            let (_, regions) = lines.steps.first_mut()?;
            let (line, nodes) = regions.first_mut()?;
            nodes.pop()?;
            line.nodes -= 1;
            Some(true)
        }
        // An answer is another point, or none.
        4 if n_nodes > 0 => {
            let mut nodes = lines.nodes();
            let node = &mut nodes[rng.index(n_nodes)];
            let n = rng.index(node.replies.len().max(1));
            let (_, answer) = node.replies.get_mut(n)?;
            *answer = match answer.clone() {
                ProverReply::End(_) => return None,
                ProverReply::Play(..) if rng.below(2) == 0 => ProverReply::End(End::Alive),
                ProverReply::Play(_, next) => {
                    let points: Vec<Point> = board.size().points().collect();
                    ProverReply::Play(points[rng.index(points.len())].to_string(), next)
                }
            };
            Some(false)
        }
        // A step is left out.
        5 if !lines.steps.is_empty() => {
            let n = rng.index(lines.steps.len());
            lines.steps.remove(n);
            lines.header.steps -= 1;
            Some(false)
        }
        // More is claimed to be safe.
        6 => {
            let own = if lines.header.color == Side::Black {
                Color::Black
            } else {
                Color::White
            };
            let safe = lines.claim(board).0;
            let open: Vec<Point> = board
                .points_of(own)
                .filter(|&p| !safe.contains(p))
                .collect();
            let head = open.get(rng.index(open.len().max(1)))?;
            lines.header.stones.push(head.to_string());
            Some(true)
        }
        // More points are claimed as territory.
        7 => {
            let (stones, territory) = lines.claim(board);
            let rest: Vec<Point> = (board.size().points())
                .filter(|&p| !stones.contains(p) && !territory.contains(p))
                .collect();
            let point = rest.get(rng.index(rest.len().max(1)))?;
            lines.header.territory.push(point.to_string());
            Some(true)
        }
        // The strategy is claimed to keep more, or blocks to need no eye elsewhere.
        8 if !lines.steps.is_empty() => {
            let n = rng.index(lines.steps.len());
            let (step, regions) = &mut lines.steps[n];
            if step.together {
                step.together = false;
                return Some(true);
            }
            let line = &mut regions[0].0;
            (line.keeps == Some(Keeps::Blocks)).then(|| {
                line.keeps = Some(Keeps::Territory);
                false
            })
        }
        // A stone of the board is taken off or put on it.
        9 => {
            let header = &mut lines.header;
            let points: Vec<Point> = board.size().points().collect();
            let name = points[rng.index(points.len())].to_string();
            for stones in [&mut header.black, &mut header.white] {
                stones.retain(|other| *other != name);
            }
            match rng.below(3) {
                0 => header.black.push(name),
                1 => header.white.push(name),
                _ => {}
            }
            Some(false)
        }
        _ => None,
    }
}

/// The board of a header; `None` if it makes no sense.
pub(super) fn board_of(header: &SafetyHeader, board: &Board) -> Option<Board> {
    let stones = [(Color::Black, &header.black), (Color::White, &header.white)];
    let stones = stones.into_iter().flat_map(|(color, names)| {
        names
            .iter()
            .map(move |name| (color, name.parse::<Point>().unwrap()))
    });
    let board = Board::with_stones(board.size(), stones.collect::<Vec<_>>()).ok()?;
    Some(board.with_suicide(header.suicide))
}

/// Whether what a header claims to be safe is kept, by trying all lines; `None` if there are too many positions.
pub(crate) fn truth_of_safety(header: &SafetyHeader) -> Option<bool> {
    let side = |side: usize| u8::try_from(side).ok();
    let size = Size::new(side(header.width)?, side(header.height)?)?;
    if size.n_points() > 25 {
        return None;
    }
    let lines = Lines {
        header: header.clone(),
        steps: Vec::new(),
        windows: Vec::new(),
    };
    let board = board_of(header, &Board::with_stones(size, []).ok()?)?;
    let owner = match header.color {
        Side::Black => Color::Black,
        Side::White => Color::White,
    };
    is_kept(&board, owner, lines.claim(&board), 10 * LIMIT)
}

/// Planted faults are found, or the claims are true all the same.
#[test]
fn planted_faults_in_proofs_of_safety_are_found() {
    let (mut n_found, mut n_true) = ([0; 10], [0; 10]);
    for_each_proof(82, 120, |rng, board, owner, text| {
        let proof = Lines::of(text);
        for kind in 0..10 {
            let mut lines = proof.clone();
            let Some(must_fail) = plant(rng, kind, board, &mut lines) else {
                continue;
            };
            if !lines.holds() {
                n_found[kind] += 1;
                continue;
            }
            assert!(!must_fail, "kind {kind}\n{board}\n{text}\n{}", lines.text());
            let board = board_of(&lines.header, board).unwrap();
            let heads = lines
                .header
                .stones
                .iter()
                .map(|name| name.parse::<Point>().unwrap());
            let heads: Vec<Point> = heads.collect();
            assert!(heads.iter().all(|&head| board.color(head) == Some(owner)));
            let truth = is_kept(&board, owner, lines.claim(&board), LIMIT);
            assert_ne!(truth, Some(false), "kind {kind}\n{board}\n{}", lines.text());
            n_true[kind] += usize::from(truth.is_some());
        }
    });
    assert!(
        n_found.iter().all(|&n| n > 3),
        "found {n_found:?}, true {n_true:?}"
    );
}

/// Pairs and regions at random never show anything false.
#[test]
fn forged_proofs_of_safety_are_true_or_refused() {
    let mut rng = Rng::new(83, 0);
    let mut n_accepted = 0;
    for round in 0..6000 {
        let (width, height) = SIZES[round % SIZES.len()];
        let owner = Color::BOTH[round % 2];
        let board = enclosed_board(&mut rng, width, height, owner);
        let mut empty: Vec<Point> = board.empty_points().to_vec();
        let mut pairs = Vec::new();
        for _ in 0..1 + rng.below(3) {
            if empty.len() >= 2 {
                let p = empty.swap_remove(rng.index(empty.len()));
                let q = empty.swap_remove(rng.index(empty.len()));
                pairs.push((p.to_string(), q.to_string()));
            }
        }
        let stones = |color| {
            board
                .points_of(color)
                .map(|point| point.to_string())
                .collect()
        };
        let heads = board.first_stones(owner);
        let head = heads[rng.index(heads.len())];
        let known = static_safety(&board, owner);
        if known.stones.contains(head) && known.pairs.is_empty() {
            continue;
        }
        let lines = Lines {
            header: SafetyHeader {
                proof: KIND.to_owned(),
                version: VERSION,
                width: width.into(),
                height: height.into(),
                black: stones(Color::Black),
                white: stones(Color::White),
                color: if owner == Color::Black {
                    Side::Black
                } else {
                    Side::White
                },
                suicide: false,
                stones: vec![head.to_string()],
                territory: Vec::new(),
                pairs,
                apart: Vec::new(),
                steps: 0,
                windows: 0,
            },
            steps: Vec::new(),
            windows: Vec::new(),
        };
        if lines.holds() {
            n_accepted += 1;
            let truth = is_kept(&board, owner, lines.claim(&board), LIMIT);
            assert_ne!(truth, Some(false), "{owner}\n{board}\n{}", lines.text());
        }
    }
    assert!(n_accepted > 20, "{n_accepted}");
}

/// A region that lives as it is needs no node, and only there.
#[test]
fn a_strategy_without_nodes_needs_life() {
    let header = |black: &[&str]| SafetyHeader {
        proof: KIND.to_owned(),
        version: VERSION,
        width: 5,
        height: 1,
        black: black.iter().map(|&name| name.to_owned()).collect(),
        white: Vec::new(),
        suicide: false,
        color: Side::Black,
        stones: vec![black[0].to_owned()],
        territory: Vec::new(),
        pairs: Vec::new(),
        apart: Vec::new(),
        steps: 1,
        windows: 0,
    };
    let region = |points: &[&str]| RegionLine {
        region: points.iter().map(|&name| name.to_owned()).collect(),
        keeps: Some(Keeps::Blocks),
        start: Some(Next::End(End::Alive)),
        nodes: 0,
    };
    let step = StepLine {
        regions: 1,
        together: false,
    };
    let proof = |black: &[&str], points: &[&str]| Lines {
        header: header(black),
        steps: vec![(step, vec![(region(points), Vec::new())])],
        windows: Vec::new(),
    };
    assert!(!proof(&["B1"], &["A1"]).holds());
    assert!(!proof(&["B1"], &["A1", "C1", "D1", "E1"]).holds());
    // Both blocks live without a step, and their eyes are in use.
    let mut alive = proof(&["B1", "D1"], &["A1", "C1", "E1"]);
    assert!(!alive.holds());
    (alive.header.steps, alive.steps) = (0, Vec::new());
    assert!(alive.holds());
}

/// The second checker accepts what the program writes, and agrees about planted faults.
#[test]
fn both_checkers_agree_about_safety() {
    let (mut n_proofs, mut texts) = (0, Vec::new());
    for_each_proof(83, 20, |rng, board, _, text| {
        let proof = Lines::of(text);
        for kind in 0..10 {
            let mut lines = proof.clone();
            if plant(rng, kind, board, &mut lines).is_some() {
                texts.push(lines.text());
            }
        }
        texts.push(text.to_owned());
        n_proofs += 1;
    });
    let n_accepted = n_both_accept("both_checkers_safety", &texts);
    assert!(n_accepted.is_none_or(|n| n >= n_proofs), "{n_accepted:?}");
}
