//! The analysis of a whole board: the board is taken apart, and each region gets its value.

use super::facts::GrantedFact;
use super::held::{Held, HeldBounds, prisoners};
use super::ranking::ScoreRange;
use super::region_report::{RegionReport, report};
use super::shape_store::{ShapeStore, StoreConfig};
use super::split::Partition;
use crate::base::Budget;
use crate::board::{Color, Game, PerColor, Point, PointSet, Score, Scoring};
use crate::region::WindowMemory;

/// Switches and limits of the exact endgame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndgameParams {
    /// Whether the engine chooses moves by it.
    pub enabled: bool,
    /// Most plays searched for each region; operations on games may cost as much again.
    pub region_nodes: u64,
    /// Most operations on games for each question about a sum.
    pub sum_nodes: u64,
    /// Moves are chosen only if no region has more empty points than this.
    pub most_empty: usize,
    /// Limits of the store of values.
    pub store: StoreConfig,
}

impl Default for EndgameParams {
    fn default() -> Self {
        Self {
            enabled: true,
            region_nodes: 1_000_000,
            sum_nodes: 1_000_000,
            most_empty: 14,
            store: StoreConfig::default(),
        }
    }
}

/// A board as a sum of games.
///
/// The values of its regions live in the [`ShapeStore`] of the analysis. Black is Left, and all scores are from
/// Black's view.
///
/// # Examples
///
/// ```
/// use tedomari_base::Budget;
/// use tedomari_board::game::Start;
/// use tedomari_board::{Board, Color, Game, Komi, Move, Rules};
/// use tedomari_engine::endgame::{Endgame, EndgameParams, ShapeStore};
///
/// // Both walls have two eyes. Black's corridor of four points is open to White at E2.
/// let board: Board = "
///     . X . X X O . O
///     X X X X X O O O
///     X . . . . O O O
///     X X X X X O . O".parse()?;
/// let rules = Rules { komi: Komi::default(), ..Rules::named("japanese")? };
/// let game = Game::from_start(Start::from_board(&board), rules)?;
///
/// let mut store = ShapeStore::default();
/// let endgame = Endgame::analyze(&game, &mut store, &EndgameParams::default(), &Budget::unlimited());
/// assert!(endgame.is_exact());
/// assert_eq!(endgame.score(&mut store, Color::Black)?.to_string(), "3");
/// assert_eq!(endgame.score(&mut store, Color::White)?.to_string(), "2");
/// let best = endgame.choose(&mut store, Color::Black)?.expect("all regions are exact");
/// assert_eq!(best.mv.mv(), Move::Play("E2".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Endgame {
    /// The board taken apart.
    pub partition: Partition,
    /// The open regions.
    pub regions: Vec<RegionReport>,
    pub(super) scoring: Scoring,
    /// Points that are settled: territory and prisoners. Under area rules, stones on the board replace the prisoners.
    pub(super) settled: i32,
    /// What komi and handicap add to the score.
    pub(super) offset: Score,
    pub(super) n_points: i32,
    /// What each color holds by itself; set where the regions do not give the exact score.
    pub(super) held: Option<HeldBounds>,
    /// If walls were assumed: the score that is proved without them, when each color moves first.
    pub(super) proved: Option<PerColor<ScoreRange>>,
    /// If walls were assumed: bounds of the score given these walls, by the color that moves first.
    pub(super) given: Option<PerColor<ScoreRange>>,
    /// If walls were assumed: the points about which something is proved without them.
    known: PointSet,
    /// The color that may not take back a ko now, and where.
    pub(super) ban: Option<(Color, Point)>,
    /// What is taken for granted, if walls were assumed.
    pub facts: Vec<GrantedFact>,
    /// The credit of each question about the sum.
    pub(super) sum_limits: Budget,
}

impl Endgame {
    /// Takes a position apart and finds the value of each region. Values of earlier analyses with the same store must
    /// not be used any more. Each region and each sum has its own credit within `limits`.
    pub fn analyze(
        game: &Game,
        store: &mut ShapeStore,
        params: &EndgameParams,
        limits: &Budget,
    ) -> Self {
        let partition = Partition::new(game.board());
        Self::taken_apart(game, partition, store, params, limits)
    }

    /// As [`Self::analyze`], for a position that has been taken apart already.
    pub fn taken_apart(
        game: &Game,
        partition: Partition,
        store: &mut ShapeStore,
        params: &EndgameParams,
        limits: &Budget,
    ) -> Self {
        let mut endgame = Self::of_parts(game, partition, store, params, limits);
        endgame.bound(game, limits, |budget| {
            Held::new(game, &mut WindowMemory::default(), budget)
        });
        endgame
    }

    /// As [`Self::analyze`], for a position that has already been taken apart, and without the bounds of
    /// [`Self::bound`].
    pub fn of_parts(
        game: &Game,
        partition: Partition,
        store: &mut ShapeStore,
        params: &EndgameParams,
        limits: &Budget,
    ) -> Self {
        store.make_room();
        let (board, rules) = (game.board(), game.rules());
        let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let regions = partition.regions.iter().enumerate();
        let regions = regions
            .map(|(number, region)| {
                report(number, region, store, &limits.part(params.region_nodes))
            })
            .collect();
        let (counted, bonus) = match rules.scoring {
            Scoring::Territory => (prisoners(board), 0),
            Scoring::Area => {
                let stones = PerColor::from_fn(|color| count(board.n_stones(color)));
                let bonus = rules.handicap_bonus.points(game.n_handicap());
                (stones[Color::Black] - stones[Color::White], count(bonus))
            }
        };
        Self {
            settled: counted + partition.score,
            offset: rules.komi.score() - Score::from_points(bonus),
            partition,
            regions,
            scoring: rules.scoring,
            n_points: count(board.size().n_points()),
            held: None,
            proved: None,
            given: None,
            known: PointSet::EMPTY,
            ban: board.ko(),
            facts: Vec::new(),
            sum_limits: limits.part(params.sum_nodes),
        }
    }

    /// Bounds the score of `game`, the game of this analysis, by what each color holds by itself, which `held` finds.
    /// Does nothing if all regions are exact, or if the walls were assumed.
    pub fn bound(&mut self, game: &Game, limits: &Budget, held: impl FnOnce(&mut Budget) -> Held) {
        if self.partition.is_assumed || self.is_exact() {
            return;
        }
        let held = held(&mut limits.clone());
        self.held = Some(HeldBounds::new(game, &held, limits));
    }

    /// Bounds the score of `game`, the game of this analysis, given the walls that were assumed.
    pub fn bound_given(&mut self, game: &Game, limits: &Budget) {
        let held = Held::given(&self.partition);
        self.given = Some(PerColor::from_fn(|first| held.range(game, first, limits)));
    }

    /// The numbers of the regions whose value is not exact.
    #[must_use]
    pub fn open_regions(&self) -> Vec<usize> {
        let regions = self.regions.iter().enumerate();
        let open = regions.filter(|(_, report)| report.value.exact().is_none());
        open.map(|(number, _)| number).collect()
    }

    /// Takes over what is known of the score by `proved`, an analysis of the same game without assumptions: `scores`,
    /// by the color that moves first.
    #[must_use]
    pub fn knowing(self, proved: &Self, scores: PerColor<ScoreRange>) -> Self {
        Self {
            held: proved.held,
            proved: Some(scores),
            known: proved.proved_points(),
            ..self
        }
    }

    /// Whether every region has an exact value. If the walls were assumed, so is this.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.partition.expanses.is_empty()
            && self
                .regions
                .iter()
                .all(|report| report.value.exact().is_some())
    }

    /// Number of points about which something is proved: settled points, points in regions with an exact value, and
    /// points that a color holds if it answers every play.
    #[must_use]
    pub fn n_proved(&self) -> usize {
        self.proved_points().len()
    }

    /// The same without what is assumed.
    #[must_use]
    pub fn n_proved_alone(&self) -> usize {
        if self.partition.is_assumed {
            self.known.len()
        } else {
            self.n_proved()
        }
    }

    /// These points.
    fn proved_points(&self) -> PointSet {
        let partition = &self.partition;
        let held = self.held.map_or(PointSet::EMPTY, |held| held.points);
        let mut proved = held | self.known;
        for color in Color::BOTH {
            proved |= partition.walls[color] | partition.territory[color];
        }
        proved | self.counted()
    }

    /// The points of all regions with an exact value.
    pub(super) fn counted(&self) -> PointSet {
        let exact = self.regions.iter();
        let exact = exact.filter(|report| report.value.exact().is_some());
        exact.fold(PointSet::EMPTY, |all, report| {
            all | report.region.point_set()
        })
    }
}
