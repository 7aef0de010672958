//! The tables of the literature as expressions that must hold.
//!
//! Table 2.1 and the relations of section 2.5 are those of McMillen (2010), with its misprints corrected; the values
//! of corridors, rooms and sockets are chilled, marked values of Go positions, recomputed independently.

use tedomari::cgt::{Games, Value, evaluate, parse_game};

fn check_all(expressions: impl IntoIterator<Item = String>) {
    let mut games = Games::default();
    for text in expressions {
        assert_eq!(
            evaluate(&mut games, &text),
            Ok(Value::Truth(true)),
            "{text}"
        );
    }
}

fn owned<'a>(texts: &'a [&str]) -> impl Iterator<Item = String> + 'a {
    texts.iter().map(|&text| text.to_owned())
}

#[test]
fn table_2_1() {
    check_all(owned(&[
        "{0|0} = *",
        "{0|*} = ^",
        "-^ = v",
        "^ + * = ^*",
        "{0,*|0} = ^*",
        "^ + ^ = ^^",
        "^ + ^ + ^ = ^^^",
        "{0||0|-2} = +_2",
        "{2|0||0} = -_2",
        "-+_2 = -_2",
    ]));
    for n in 2..12 {
        check_all([
            format!("{n}.^ = {{0|{}.^ + *}}", n - 1),
            format!("{n}.^ + * = {{0|{}.^}}", n - 1),
        ]);
    }
}

#[test]
fn relations_of_section_2_5() {
    check_all(owned(&[
        "* || 0", "* || ^", "* || v", "^ > 0", "v < 0", "^* || 0",
    ]));
    let sizes = ["1/8", "1/2", "1", "3/2", "2", "7"];
    for (at, small) in sizes.iter().enumerate() {
        check_all([
            format!("* || +_{small}"),
            format!("* || -_{small}"),
            format!("^ > +_{small}"),
            format!("+_{small} > 0"),
            format!("0 > -_{small}"),
            format!("-_{small} > v"),
        ]);
        for large in &sizes[at + 1..] {
            check_all([
                format!("+_{small} > +_{large}"),
                format!("-_{large} > -_{small}"),
                // The tiny of the larger number is infinitesimal compared with that of the smaller one.
                format!("+_{small} > 50.+_{large}"),
            ]);
        }
        check_all([
            format!("^ > 50.+_{small}"),
            format!("1/64 > 50.^ + +_{small}"),
        ]);
    }
    for n in 2..12 {
        check_all([format!("{n}.^ > *")]);
    }
}

#[test]
fn zeros_over_a_game() {
    for n in 1..20 {
        let star = if n % 2 == 1 { "*" } else { "0" };
        check_all([
            format!("{{0^({n})|1}} = 1/{}", 1 << n),
            format!("{{0^({n})|0}} = {}.^ + {star}", n - 1),
            format!("zeros(0, {n}) = {{0^({n})|0}}"),
        ]);
    }
    for size in ["1", "5/2", "{7|3}", "{1|1/2}"] {
        check_all([format!("{{0^(2)|-{size}}} = +_{size}")]);
    }
}

#[test]
fn corridors() {
    for n in 1..8 {
        let value = format!("1/{}", 1 << (n - 1));
        let next = if n > 1 {
            format!("1/{}", 1 << (n - 2))
        } else {
            "2".to_owned()
        };
        check_all([
            format!("{{0|{next}}} = {value}"),
            format!("simplest(0, {next}) = {value}"),
        ]);
    }
    // One stranded stone: values, and the incentives of Black and of White.
    let mut games = Games::default();
    for n in 2..10 {
        let value = format!("{{0^({})|0}}", n - 1);
        let star = if n % 2 == 0 { "*" } else { "0" };
        check_all([
            format!("{value} = {}.^ + {star}", n - 2),
            format!("0 - {value} = -({}.^ + {star})", n - 2),
        ]);
        let text = format!("best_incentives({value})");
        let incentives = evaluate(&mut games, &text).unwrap();
        let expected = if n == 2 { "*" } else { "^*" };
        let white = evaluate(&mut games, expected).unwrap().into_game().unwrap();
        let Value::Games(list) = incentives else {
            panic!("{text} is no list");
        };
        assert!(list.contains(&white), "{text}");
    }
}

#[test]
fn stranded_stones() {
    let by_theorem = |k: i32, e: i32| format!("{{0^({e})|{}}}", 2 - 2 * k);
    for (k, e, value) in [
        (2, 1, "{0|-2}"),
        (2, 2, "+_2"),
        (2, 3, "{0|+_2}"),
        (3, 1, "{0|-4}"),
        (3, 2, "+_4"),
        (3, 3, "{0|+_4}"),
        (4, 1, "{0|-6}"),
        (4, 2, "+_6"),
        (5, 1, "{0|-8}"),
    ] {
        check_all([format!("{} = {value}", by_theorem(k, e))]);
    }
    check_all([format!("{} = +_8", by_theorem(5, 2))]);
    // Stones stranded away from the end: chilled forms and their names.
    check_all(owned(&[
        "{3||3|2} = 3+(+_1)",
        "{4||4|3} = 4+(+_1)",
        "{4||4|5/2} = 4+(+_3/2)",
        "{5||5|2} = 5+(+_3)",
        "{4|4+(+_1)} > 4",
        "{3|3/2} || 2",
        "{4|2*} - 3 = {1|-1*}",
        "{5|3^} || 4",
        "mean({4|9/4}) = 25/8",
        "temp({4|1}) = 3/2",
        "mean({5|3/2}) = 13/4",
    ]));
}

#[test]
fn rooms() {
    check_all(owned(&[
        "{0|{0|1}} = 1/4",
        "{0|{0|{0|1}}} = 1/8",
        "{0|{0|{0|{0|1}}}} = 1/16",
        "{0|*} = ^",
        "{0|^} = ^^*",
        "{1/4|1/2} = 3/8",
        "{*|0} = v",
        "+_1/2 = {0||0|-1/2}",
        "+_1 = {0||0|-1}",
        "1/2* = {1/2|1/2}",
        "temp({1|0}) = 1/2",
        "temp({1/8|0}) = 1/16",
        "temp({1/2|0}) = 1/4",
        "temp({0|-3/4}) = 3/8",
        "temp({0|-1/2}) = 1/4",
        "mean({1|-1/4}) = 3/8",
        "mean({1|-1/2}) = 1/4",
        "mean({1|-1}) = 0",
        "mean({1|*}) = 1/2",
        "{1|*} + {*|-1} = 0",
    ]));
}

#[test]
fn sockets() {
    // Without an unblocked corridor a socket is worth 1 and {-_x|0^(k-1)}: less than 1, by an infinitesimal.
    check_all(owned(&[
        "reduced(1 + {-_2|0^(2)}) = 1",
        "1 + {-_2|0} < 1",
        "1 + {-_2|0^(2)} < 1",
        "{-_4|0^(3)} = {{{-_4|0}|0}|0}",
        "1 + -_2 < 1",
    ]));
}

#[test]
fn every_value_prints_as_it_is_written() {
    let mut games = Games::default();
    for text in [
        "1",
        "1/64",
        "-1/32",
        "*",
        "^",
        "^^*",
        "^^^",
        "v",
        "vv*",
        "vvv",
        "^4*",
        "{0|-2}",
        "+_2",
        "{0|+_2}",
        "{0|-4}",
        "+_4",
        "{0|+_4}",
        "{0|-6}",
        "+_6",
        "{0|-8}",
        "+_8",
        "{2|1}",
        "3+(+_1)",
        "{3|3/2}",
        "{4|4+(+_1)}",
        "4+(+_3/2)",
        "{4|9/4}",
        "{4|1}",
        "{5|3/2}",
        "5+(+_3)",
        "{4|2*}",
        "{5|3^}",
        "{0|-1/2}",
        "{1|0}",
        "-1/4",
        "1/2",
        "+_1/2",
        "+_1",
        "{1|*}",
        "{0|-3/4}",
        "{1|-1/4}",
        "{1|-1/2}",
        "{1|-1}",
        "{1/2|0}",
        "3/8",
        "{1/8|0}",
        "1/2*",
        "0",
        "{-_2|0}",
        "{{-_2|0}|0}",
        "3/2",
        "11/8",
        "{1*|0}",
        "1/2^^*",
        "-_2",
    ] {
        let game = parse_game(&mut games, text).unwrap();
        assert_eq!(games.name(game).unwrap(), text);
    }
}

#[test]
fn example_endgames() {
    check_all(owned(&[
        "-1/4 + 1/32 - 1/8 - 1/4 - 1/4 - 1/2 - 1/16 + 1/4 + 1/8 = -33/32",
        "-1/4 + 1/32 - 1/8 - 1/4 - 1/4 - 1/2 - 1/16 + 1/4 + 1/8 + 1 = -1/32",
        "{0^(3)|0} = ^^*",
        // The regions of the second example with the lost double arrows restored: K = R = ^^*, T = vv*, H = ^^^.
        "v+v+1/2+*+v+v+*+^^^-1/4 + -1/4+^^*+1/2-1/4+*-1/4+^+1/4+^^* + *+vv*+*-1/4-1/2+v+*+1/4+1/4 = ^*",
        "^* || 0",
    ]));
}
