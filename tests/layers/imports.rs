//! The imports of a source file: the paths of its `use` items and the full paths in its code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};

/// A path of names below the crate's root.
type Names = Vec<String>;

/// The modules of a program by their paths, such as `board::play`, with what each imports.
#[derive(Default)]
pub(super) struct Modules(BTreeMap<Names, Module>);

/// One module that has a file of its own.
#[derive(Default)]
struct Module {
    /// Modules that it declares.
    children: BTreeSet<String>,
    /// Paths that it uses.
    imports: BTreeSet<Names>,
    /// Names that it re-exports, with their paths.
    exports: BTreeMap<String, Names>,
}

impl Modules {
    /// Reads the sources in a folder. Code that is compiled for tests only does not count.
    pub(super) fn read(src: &Path) -> Self {
        let mut modules = Self::default();
        modules.read_folder(src, &[], &str::to_owned);
        modules
    }

    /// Adds the library crate in a folder as the module `name`. Its paths from its own root, and those that begin with
    /// `tedomari_NAME`, become paths of the program.
    pub(super) fn read_crate(&mut self, src: &Path, name: &str, shared: &[&str]) {
        let of_program = |text: &str| {
            let text = text.replace("crate::", &format!("crate::{name}::"));
            paths_of_program(&text, shared)
        };
        // No module declares it, but it is no module for tests.
        let root = self.0.entry(Vec::new()).or_default();
        root.children.insert(name.to_owned());
        self.read_folder(src, &[name.to_owned()], &of_program);
    }

    /// Adds the library crate in a folder, whose modules are modules of the program.
    pub(super) fn read_shared_crate(&mut self, src: &Path, shared: &[&str]) {
        self.read_folder(src, &[], &|text| paths_of_program(text, shared));
    }

    fn read_folder(&mut self, folder: &Path, path: &[String], edit: &dyn Fn(&str) -> String) {
        for entry in fs::read_dir(folder).unwrap() {
            let file = entry.unwrap().path();
            let name = file.file_stem().unwrap().to_str().unwrap();
            let own: Names = match name {
                "mod" | "lib" => path.to_vec(),
                _ => path.iter().cloned().chain([name.to_owned()]).collect(),
            };
            if file.is_dir() {
                self.read_folder(&file, &own, edit);
            } else if file.extension().is_some_and(|extension| extension == "rs") {
                self.add(&own, &edit(&fs::read_to_string(&file).unwrap()));
            }
        }
    }

    /// Adds a module with its source text.
    pub(super) fn add(&mut self, path: &[String], text: &str) {
        let file = syn::parse_file(text).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        // The roots of shared crates are one module with the root of the program.
        let module = self.0.entry(path.to_vec()).or_default();
        module.children.extend(declared_modules(&file));
        Collector { path, module }.visit_file(&file);
    }

    /// Removes the modules that are compiled for tests only: those that no other compiled module declares.
    pub(super) fn without_tests(mut self) -> Self {
        let is_declared = |modules: &Self, path: &Names| {
            let Some((name, parent)) = path.split_last() else {
                return true;
            };
            let declares = |parent: &Module| parent.children.contains(name);
            name == "main" || modules.0.get(parent).is_some_and(declares)
        };
        let paths: Vec<Names> = self.0.keys().cloned().collect();
        for path in paths {
            if !is_declared(&self, &path) {
                self.0.remove(&path);
            }
        }
        self
    }

    /// Each module with the first names of all paths that it imports or re-exports.
    pub(super) fn top_level(&self) -> impl Iterator<Item = (&Names, BTreeSet<&str>)> {
        self.0.iter().map(|(path, module)| {
            let all = module.imports.iter().chain(module.exports.values());
            (
                path,
                all.filter_map(|names| names.first())
                    .map(String::as_str)
                    .collect(),
            )
        })
    }

    /// The module that defines the item with this path: the longest part of the path that is a module, or the module
    /// from which that one re-exports the next name.
    fn definer(&self, names: &[String]) -> Option<&Names> {
        let n = (1..=names.len())
            .rev()
            .find(|&n| self.0.contains_key(&names[..n]))?;
        let (path, module) = self.0.get_key_value(&names[..n])?;
        match names.get(n).and_then(|name| module.exports.get(name)) {
            Some(source) if source != names => self.definer(source),
            _ => Some(path),
        }
    }

    /// For each module the modules of the same top-level folder whose items it uses. A re-export does not count as a
    /// use.
    fn edges(&self) -> BTreeMap<&Names, BTreeSet<&Names>> {
        let own = self.0.iter().map(|(path, module)| {
            let used = module
                .imports
                .iter()
                .filter_map(|names| self.definer(names));
            let near = used.filter(|used| used.first() == path.first() && *used != path);
            (path, near.collect())
        });
        own.collect()
    }

    /// The sets of modules that import each other in a circle, as text in alphabetical order.
    pub(super) fn cycles(&self) -> Vec<String> {
        let edges = self.edges();
        let reach = |from: &Names| {
            let mut seen = BTreeSet::new();
            let mut waiting: Vec<&Names> = edges[from].iter().copied().collect();
            while let Some(next) = waiting.pop() {
                if seen.insert(next) {
                    waiting.extend(&edges[next]);
                }
            }
            seen
        };
        let reached: BTreeMap<&Names, BTreeSet<&Names>> =
            edges.keys().map(|&path| (path, reach(path))).collect();
        let mut cycles = BTreeSet::new();
        for (path, far) in &reached {
            let circle = far.iter().filter(|other| reached[*other].contains(path));
            let names: BTreeSet<String> = circle.map(|names| names.join("::")).collect();
            if !names.is_empty() {
                cycles.insert(names.into_iter().collect::<Vec<_>>().join(", "));
            }
        }
        cycles.into_iter().collect()
    }
}

/// A text in which paths into crates are paths of the program. The modules of shared crates have names of their own.
fn paths_of_program(text: &str, shared: &[&str]) -> String {
    let mut text = text.to_owned();
    for name in shared {
        text = text.replace(&format!("tedomari_{name}::"), "crate::");
    }
    text.replace("tedomari_", "crate::")
}

/// Names of the modules that a file declares, without those for tests.
fn declared_modules(file: &syn::File) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for item in &file.items {
        if let syn::Item::Mod(module) = item
            && !is_for_tests(&module.attrs)
        {
            modules.insert(module.ident.to_string());
        }
    }
    modules
}

/// Whether something is compiled for tests only.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        if let syn::Meta::List(list) = &attribute.meta {
            list.path.is_ident("cfg") && list.tokens.to_string().starts_with("test")
        } else {
            attribute.path().is_ident("test")
        }
    })
}

/// Collects the paths in one file.
struct Collector<'a> {
    path: &'a [String],
    module: &'a mut Module,
}

impl Collector<'_> {
    /// The path from the root of the crate for a path in this module. `None` if it leads out of the crate, or to a
    /// name of the module itself.
    fn absolute(&self, names: &[String]) -> Option<Names> {
        let (first, rest) = names.split_first()?;
        let mut base = match first.as_str() {
            "crate" | "tedomari" => Vec::new(),
            "self" => self.path.to_vec(),
            "super" => self.path.split_last()?.1.to_vec(),
            child if self.module.children.contains(child) => {
                return Some(self.path.iter().chain(names).cloned().collect());
            }
            _ => return None,
        };
        let n_up = rest.iter().take_while(|name| *name == "super").count();
        base.truncate(base.len().checked_sub(n_up)?);
        base.extend(rest[n_up..].iter().cloned());
        Some(base)
    }

    fn add_tree(&mut self, tree: &syn::UseTree, mut prefix: Names, hands_on: bool) {
        match tree {
            syn::UseTree::Path(path) => {
                prefix.push(path.ident.to_string());
                self.add_tree(&path.tree, prefix, hands_on);
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.add_tree(tree, prefix.clone(), hands_on);
                }
            }
            syn::UseTree::Name(name) => {
                let name = name.ident.to_string();
                if name != "self" {
                    prefix.push(name.clone());
                }
                self.add_import(&prefix, name, hands_on);
            }
            syn::UseTree::Rename(rename) => {
                prefix.push(rename.ident.to_string());
                self.add_import(&prefix, rename.rename.to_string(), hands_on);
            }
            syn::UseTree::Glob(_) => self.add_import(&prefix, "*".to_owned(), false),
        }
    }

    fn add_import(&mut self, names: &[String], name: String, hands_on: bool) {
        let Some(names) = self.absolute(names) else {
            return;
        };
        if hands_on {
            self.module.exports.insert(name, names);
        } else {
            self.module.imports.insert(names);
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "new kinds of items are rare, and none of the others is marked as a test here"
    )]
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if !is_for_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_for_tests(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let hands_on = !matches!(item.vis, syn::Visibility::Inherited);
        self.add_tree(&item.tree, Vec::new(), hands_on);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Names = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        if names.len() > 1
            && let Some(names) = self.absolute(&names)
        {
            self.module.imports.insert(names);
        }
        visit::visit_path(self, path);
    }

    /// `pub(super)` and the like are not imports.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
}
