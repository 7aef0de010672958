//! Rules read and printed: faults with their places, no panics, and back.

use proptest::prelude::*;

use super::random;
use crate::rules::{RuleBase, RuleFault};
use tedomari_base::Rng;

const BAMBOO: &str = "\
rule bamboo-joint
purpose connection
goal connect A B
note \"The two pairs face each other: one point \\\"between\\\" them is enough.\"
source mined support 12 right 9
map
  X A
  . .
  B X
where libs(A) >= 2 and (libs(B) > 1 or libs(B) >= libs(A))
where not (libs(A) = 3 and libs(B) = 3)
end
";

fn read(text: &str) -> Result<RuleBase, String> {
    RuleBase::read(&[("test.rules", text)]).map_err(|error| error.to_string())
}

#[test]
fn a_rule_is_printed_as_it_was_written() {
    let base = read(BAMBOO).unwrap();
    let printed: Vec<String> = base.rules().map(|(_, rule)| rule.to_string()).collect();
    assert_eq!(printed, [BAMBOO]);
}

#[test]
fn random_rules_are_read_printed_and_read_again() {
    let mut rng = Rng::new(11, 0);
    for number in 0..2_000 {
        let text = random::rule(&mut rng, number);
        let base = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let (id, rule) = base.rules().next().unwrap();
        let again = read(&rule.to_string()).unwrap();
        assert_eq!(rule, again.rule(id), "{text}");
    }
}

/// The fault of the rule with one of its lines replaced.
fn fault_with(old: &str, new: &str) -> String {
    assert!(BAMBOO.contains(old));
    read(&BAMBOO.replacen(old, new, 1)).unwrap_err()
}

/// A part of the rule, what stands there instead, the place of the fault, and words of the message.
type Planted = (&'static str, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const FAULTS: &[Planted] = &[
    ("rule bamboo", "rul bamboo", "1:1", "expected `rule` and a name, found `rul`"),
    ("bamboo-joint", "Bamboo", "1:6", "lower-case letters"),
    ("connection", "tennis", "2:9", "expected one of increase-liberties"),
    ("connect A B", "connect A", "3:14", "two objects of the own color"),
    ("connect A B", "connect A B D", "3:18", "a letter from A to C"),
    ("connect A B", "connect A C", "3:14", "`C` must stand in the maps"),
    ("source", "sauce", "5:1", "`source`"),
    ("right 9", "right 13", "5:8", "no more right matches than matches"),
    ("  . .", "  . . .", "8:3", "the row has 3 points, the first row of the map has 2"),
    ("  . .", "  . Q", "8:3", "`Q` has no meaning in a map"),
    ("  . .", "  . *", "1:6", "rules for `eye` and `connection` have no `*`"),
    ("  . .", "  . |", "8:3", "an edge fills"),
    ("  B X", "  B A", "7:3", "`A` stands twice"),
    ("libs(B) > 1", "libs(B) >", "10:35", "expected `libs(P)`"),
    ("libs(B) > 1", "libs(B) ! 1", "10:33", "expected one of `<`"),
    ("libs(B) > 1", "libs(B) > own", "10:25", "numbers compare with numbers"),
    ("libs(B) > 1", "libs(F) > 1", "10:7", "`F` must stand in the maps"),
    ("where not (", "where block(A) = block(B)\nwhere not (", "3:14", "not both the goal's"),
    ("where not (", "where block(A) = block(c)\nwhere not (", "11:7", "two objects of one color"),
    ("where not (", "where not block(A) = block(C)\nwhere not (", "11:7", "stands in no `or`"),
    ("where not (", "where block(A) > 1\nwhere not (", "11:16", "`=`"),
    ("where not (", "where block(A) = 1\nwhere not (", "11:18", "`block(P)`"),
    ("  B X\n", "  B X\nmap\n C .\n", "11:2", "`where block(A) = block(B)`"),
    ("= 3)", "= 3", "11:39", "`)`"),
    ("\nend\n", "\n", "11:1", "without a line `end`"),
    ("source mined support 12 right 9\n", "", "11:1", "without a line `source`"),
    ("map\n  X A\n  . .\n  B X\n", "", "8:1", "without a line `map`"),
    ("goal", "note \"a\"\ngoal", "5:1", "a second line `note`"),
];

#[test]
fn faults_name_their_place_and_say_what_is_expected() {
    for (old, new, place, words) in FAULTS {
        let error = fault_with(old, new);
        let is_there = error.starts_with(&format!("test.rules:{place}: "));
        assert!(is_there && error.contains(words), "{error}");
    }
}

#[test]
fn names_are_unique() {
    let files = [("a.rules", BAMBOO), ("b.rules", BAMBOO)];
    let error = RuleBase::read(&files).unwrap_err();
    assert_eq!(
        (error.file.as_str(), error.line, error.column),
        ("b.rules", 1, 6)
    );
    assert_eq!(error.fault, RuleFault::SameName("bamboo-joint".into()));
}

#[test]
fn deep_constraints_are_refused() {
    let deep = format!("where {}1 = 1{}", "(".repeat(5_000), ")".repeat(5_000));
    let error = fault_with("where not", &format!("{deep}\nwhere not"));
    assert!(error.contains("within each other"), "{error}");
}

proptest! {
    #[test]
    fn no_text_panics(text in "\\PC*") {
        let _ = read(&text);
    }

    #[test]
    fn no_mixture_of_lines_panics(
        lines in prop::collection::vec(0..20usize, 0..40),
        junk in "[-|+A-Ca-cXO.x*?_%de \n(]{0,30}",
    ) {
        let pieces: Vec<&str> = BAMBOO.lines().collect();
        let line = |&n: &usize| *pieces.get(n).unwrap_or(&junk.as_str());
        let text: Vec<&str> = lines.iter().map(line).collect();
        let _ = read(&text.join("\n"));
    }

    #[test]
    fn no_changed_rule_panics(seed in any::<u64>(), at in any::<prop::sample::Index>(), with in "\\PC{0,3}") {
        let mut text: Vec<char> = random::rule(&mut Rng::new(seed, 0), 1).chars().collect();
        let at = at.index(text.len());
        text.splice(at..=at, with.chars());
        let _ = read(&text.into_iter().collect::<String>());
    }
}
