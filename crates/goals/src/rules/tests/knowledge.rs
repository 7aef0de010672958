//! The rules that are compiled in: each matches its own map, and its move is legal there.

use super::drawing;
use crate::rules::{Overlap, Purpose, RuleBase, Source};
use tedomari_base::Rng;

#[test]
fn every_rule_matches_its_own_maps_and_its_move_is_legal() {
    let base = RuleBase::builtin();
    let wrong: Vec<String> = base
        .rules()
        .filter(|&(id, rule)| !drawing::is_drawn_and_found(base, id, rule, &mut Rng::new(3, 0)))
        .map(|(_, rule)| rule.to_string())
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_many_rules_of_every_purpose() {
    let base = RuleBase::builtin();
    let by_hand = base
        .rules()
        .filter(|(_, rule)| rule.source() == Source::Hand);
    assert!(by_hand.count() >= 200);
    for purpose in Purpose::ALL {
        assert!(
            base.rules().any(|(_, rule)| rule.purpose() == purpose),
            "{}",
            purpose.word()
        );
    }
}

#[test]
fn notes_are_sentences() {
    for (_, rule) in RuleBase::builtin().rules() {
        let note = rule.note();
        let is_sentence = note.ends_with('.') && note.starts_with(|c: char| c.is_uppercase());
        assert!(
            is_sentence && !note.trim_end_matches('.').contains(". "),
            "{note}"
        );
    }
}

#[test]
fn no_rule_repeats_or_contradicts_another() {
    let base = RuleBase::builtin();
    let mut overlaps = base.overlaps();
    overlaps.retain(|&(.., overlap)| overlap != Overlap::SpecialCase);
    let name = |id| base.rule(id).name();
    let names = overlaps
        .iter()
        .map(|&(one, two, overlap)| (name(one), name(two), overlap));
    assert_eq!(names.collect::<Vec<_>>(), []);
}
