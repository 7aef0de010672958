use super::*;
use crate::base::{Color, Point, PointSet};
use crate::board::Board;

const BAMBOO: &str = "\
rule bamboo-joint
purpose connection
goal connect A B
note \"The two pairs face each other: if White plays \\\"between\\\" them, Black plays the other point.\"
source hand
map
  X A
  . .
  B X
where libs(A) >= 2 and (libs(B) > 1 or libs(B) >= libs(A))
end
";

#[test]
fn the_bamboo_joint_is_read_printed_and_found() {
    let base = RuleBase::read(&[("bamboo.rules", BAMBOO)]).unwrap();
    let (_, rule) = base.rules().next().unwrap();
    assert_eq!(rule.to_string(), BAMBOO);
    let board: Board = ". . . . .\n. X X . .\n. . . . .\n. X X . .\n. . . . ."
        .parse()
        .unwrap();
    let mut found = Vec::new();
    let around = PointSet::from("B3".parse::<Point>().unwrap());
    base.matches_near(&board, &around, Color::Black, &mut found);
    assert_eq!(found.len(), 2, "{found:#?}");
    let mut at = Vec::new();
    base.matches_at(&board, "C4".parse().unwrap(), Color::Black, &mut at);
    assert_eq!(at.len(), 2);
}
