//! A type that other modules see has its name alone in its crate: two meanings have two names.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::{Ident, Item, Visibility};

/// The files in which each type is defined that modules besides its own see, by the type's name.
type Places = BTreeMap<String, Vec<PathBuf>>;

/// The visibility and the name of a type or trait.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other item names a type")]
const fn type_of(item: &Item) -> Option<(&Visibility, &Ident)> {
    match item {
        Item::Struct(item) => Some((&item.vis, &item.ident)),
        Item::Enum(item) => Some((&item.vis, &item.ident)),
        Item::Union(item) => Some((&item.vis, &item.ident)),
        Item::Trait(item) => Some((&item.vis, &item.ident)),
        Item::Type(item) => Some((&item.vis, &item.ident)),
        _ => None,
    }
}

/// Whether the whole crate or other crates see it.
fn is_shared(visibility: &Visibility) -> bool {
    match visibility {
        Visibility::Public(_) => true,
        Visibility::Restricted(restricted) => restricted.path.is_ident("crate"),
        Visibility::Inherited => false,
    }
}

fn add(text: &str, file: &Path, places: &mut Places) {
    let source = syn::parse_file(text).unwrap_or_else(|error| panic!("{file:?}: {error}"));
    for (visibility, name) in source.items.iter().filter_map(type_of) {
        if is_shared(visibility) {
            let files = places.entry(name.to_string()).or_default();
            files.push(file.to_owned());
        }
    }
}

fn add_folder(folder: &Path, places: &mut Places) {
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_stem().unwrap().to_str().unwrap();
        if file.is_dir() {
            add_folder(&file, places);
        } else if file.extension().is_some_and(|it| it == "rs") && !name.ends_with("tests") {
            add(&fs::read_to_string(&file).unwrap(), &file, places);
        }
    }
}

/// The names with several types.
fn shared_names(places: Places) -> Vec<(String, Vec<PathBuf>)> {
    places
        .into_iter()
        .filter(|(_, files)| files.len() > 1)
        .collect()
}

#[test]
fn each_name_of_a_crate_means_one_type() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = fs::read_dir(root.join("crates")).unwrap();
    let folders = crates.map(|entry| entry.unwrap().path().join("src"));
    let mut n_names = 0;
    for folder in folders.chain([root.join("src")]) {
        let mut places = Places::new();
        add_folder(&folder, &mut places);
        n_names += places.len();
        let wrong = shared_names(places);
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
    assert!(n_names > 500);
}

#[test]
fn a_planted_name_with_two_meanings_is_found() {
    let mut places = Places::new();
    add(
        "pub struct Point(u16);\npub(super) struct Part;",
        Path::new("a"),
        &mut places,
    );
    add("struct Point;\nstruct Part;", Path::new("b"), &mut places);
    assert!(shared_names(places.clone()).is_empty());
    add(
        "pub(crate) type Point = usize;",
        Path::new("c"),
        &mut places,
    );
    let wrong = shared_names(places);
    assert_eq!(wrong.len(), 1);
    assert_eq!(wrong[0].0, "Point");
}
