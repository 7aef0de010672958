//! The pages for people: links lead somewhere, what they name exists, and what the program generates is up to date.

mod calibration;
mod names;
mod pages;

use std::collections::BTreeSet;

use tedomari::gtp::reference;

use super::layers::FLOORS;
use names::Names;
use pages::{Page, read, root};

/// The page of reading is for quick reference and has to stay short.
const MOST_BYTES_OF_READING: usize = 6 << 10;

#[test]
fn the_reference_of_commands_is_fresh() {
    assert!(
        read("docs/commands.md") == reference::markdown(),
        "stale: tedomari commands > docs/commands.md"
    );
}

#[test]
fn links_lead_somewhere() {
    let mut wrong = Vec::new();
    for page in Page::all() {
        for link in page.links() {
            if link.starts_with("http") {
                continue;
            }
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() {
                page.path.clone()
            } else {
                page.path.parent().unwrap().join(file)
            };
            let is_there = root().join(&target).exists();
            if !is_there
                || !anchor.is_empty() && !Page::new(target).anchors().iter().any(|a| a == anchor)
            {
                wrong.push(format!("{}: {link}", page.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_pages_name_exists() {
    let mut names = Names::new();
    let mut wrong = Vec::new();
    for page in Page::all() {
        let mut faults: Vec<String> = Vec::new();
        faults.extend(page.spans().iter().filter_map(|span| names.fault(span)));
        let calls = page.fenced_lines().into_iter();
        let calls = calls.map(|line| line.strip_prefix("$ ").unwrap_or(line));
        let calls = calls.filter(|line| line.starts_with("tedomari "));
        faults.extend(calls.filter_map(|call| names.call_fault(call)));
        wrong.extend(
            faults
                .iter()
                .map(|fault| format!("{}: {fault}", page.path.display())),
        );
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_page_is_linked() {
    let pages = Page::all();
    let linked: BTreeSet<_> = pages
        .iter()
        .flat_map(|page| {
            let folder = page.path.parent().unwrap();
            let links = page.links().into_iter();
            links
                .filter_map(|link| root().join(folder).join(link).canonicalize().ok())
                .collect::<Vec<_>>()
        })
        .collect();
    for page in pages
        .iter()
        .filter(|page| !page.path.ends_with("README.md"))
    {
        let path = root().join(&page.path).canonicalize().unwrap();
        assert!(
            linked.contains(&path),
            "{} is linked nowhere",
            page.path.display()
        );
    }
}

#[test]
fn the_floors_are_those_of_the_tests() {
    let mut expected: Vec<(String, String)> = FLOORS
        .iter()
        .map(|(module, floor)| (floor.to_string(), (*module).to_owned()))
        .collect();
    expected.sort();
    let floors_of = |rows: Vec<Vec<String>>, mark: &str| {
        let mut floors: Vec<(String, String)> = Vec::new();
        for row in rows {
            let modules = row[1].split(',').map(|module| module.trim());
            let modules = modules.map(|module| module.trim_matches(['`', '[', ']']));
            let modules = modules.map(|module| module.trim_start_matches(mark).to_owned());
            floors.extend(modules.map(|module| (row[0].clone(), module)));
        }
        floors.sort();
        floors
    };
    let tables = Page::new("docs/architecture.md").tables("floor");
    let [table] = &tables[..] else {
        panic!("no table of floors");
    };
    assert_eq!(floors_of(table.clone(), ""), expected);
    let library = read("src/lib.rs");
    let rows = library
        .lines()
        .filter_map(|line| line.strip_prefix("//! | "));
    let rows = rows.filter(|row| row.starts_with(|c: char| c.is_ascii_digit()));
    let rows: Vec<Vec<String>> = rows
        .map(|row| row.split(" | ").map(str::to_owned).collect())
        .collect();
    expected.retain(|(_, module)| module != "main" && module != "dev");
    assert_eq!(floors_of(rows, "mod@"), expected);
}

#[test]
fn the_deciders_are_those_of_the_engine() {
    let source = read("crates/engine/src/engine/decide.rs");
    let names_in = |table: &str| -> Vec<String> {
        let start = source.find(&format!("const {table}:")).expect(table);
        let table = source[start..].split("\n];").next().unwrap();
        let names = table.split("name: \"").skip(1);
        names
            .map(|text| text.split('"').next().unwrap().to_owned())
            .collect()
    };
    let tables = Page::new("docs/architecture.md").tables("decider");
    let told: Vec<Vec<String>> = tables
        .iter()
        .map(|table| table.iter().map(|row| row[0].clone()).collect())
        .collect();
    assert_eq!(told, [names_in("ALL_MOVES"), names_in("SOME_MOVES")]);
    assert!(told.iter().all(|names| names.len() > 1));
}

#[test]
fn the_glossary_is_in_order() {
    let text = read("docs/glossary.md");
    let mut n_terms = 0;
    for group in text.split("\n## ").skip(1) {
        let lines = group.lines().filter_map(|line| line.strip_prefix("- **"));
        let terms: Vec<String> = lines
            .map(|line| line.split("**").next().unwrap().to_lowercase())
            .collect();
        n_terms += terms.len();
        assert!(
            terms.is_sorted_by(|a, b| a < b),
            "{}: {terms:?}",
            group.lines().next().unwrap_or_default()
        );
    }
    assert!(n_terms > 100);
}

#[test]
fn the_page_of_reading_is_short() {
    assert!(read("docs/reading.md").len() <= MOST_BYTES_OF_READING);
}
