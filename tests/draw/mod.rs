//! The plots of the benches.

mod plot;

use plot::{Series, plot};

#[test]
fn decades_become_lines_and_measurements_dots() {
    let series = [Series {
        name: "rooms".to_owned(),
        points: vec![(2, 2e-6), (4, 3e-4)],
    }];
    let text = plot("time", "points", &series);
    for part in ["1 µs", "1 ms", "rooms", "<polyline"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert_eq!(text.matches("<circle").count(), 2);
}

#[test]
fn nothing_measured_is_an_empty_plane() {
    assert!(plot("time", "points", &[]).contains("<svg"));
}
