//! The pages and what stands in them: links, code spans, fenced lines, tables, headings.

use std::fs;
use std::path::{Path, PathBuf};

/// The folder of the project.
pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The text of a file of the project.
pub(super) fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder of the project whose names end in a way.
pub(super) fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let path = folder.join(entry.unwrap().file_name());
        if root().join(&path).is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|ext| ext == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// One page in Markdown.
pub(super) struct Page {
    /// Its file, from the folder of the project.
    pub(super) path: PathBuf,
    text: String,
}

impl Page {
    /// The page in a file.
    pub(super) fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let text = read(&path);
        Self { path, text }
    }

    /// All pages for people.
    pub(super) fn all() -> Vec<Self> {
        let top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"];
        let top = top.into_iter().map(PathBuf::from);
        let folders = ["docs", "tests"].map(Path::new).into_iter();
        let pages = top.chain(folders.flat_map(|folder| files(folder, "md")));
        pages.map(Self::new).collect()
    }

    /// The lines, each with whether it stands in a fenced block.
    fn lines(&self) -> impl Iterator<Item = (bool, &str)> {
        let mut is_fenced = false;
        self.text.lines().filter_map(move |line| {
            let is_fence = line.trim_start().starts_with("```");
            is_fenced ^= is_fence;
            (!is_fence).then_some((is_fenced, line))
        })
    }

    /// The text outside fenced blocks, in one piece: a span may go over the end of a line.
    fn prose(&self) -> String {
        let lines = self.lines().filter(|(is_fenced, _)| !is_fenced);
        lines.map(|(_, line)| line).collect::<Vec<_>>().join("\n")
    }

    /// The lines of fenced blocks.
    pub(super) fn fenced_lines(&self) -> Vec<&str> {
        let lines = self.lines().filter(|(is_fenced, _)| *is_fenced);
        lines.map(|(_, line)| line).collect()
    }

    /// The targets of links and pictures; what stands between backticks is none.
    pub(super) fn links(&self) -> Vec<String> {
        let prose: String = self.prose().split('`').step_by(2).collect();
        let ends = prose.split("](").skip(1);
        let targets = ends.filter_map(|text| text.split_once(')'));
        targets.map(|(target, _)| target.to_owned()).collect()
    }

    /// What stands between backticks.
    pub(super) fn spans(&self) -> Vec<String> {
        let prose = self.prose();
        let spans = prose.split('`').skip(1).step_by(2);
        spans
            .map(|span| span.replace('\n', " ").replace("\\|", "|"))
            .collect()
    }

    /// The anchors of the headings, as GitHub makes them.
    pub(super) fn anchors(&self) -> Vec<String> {
        let prose = self.prose();
        let headings = prose.lines().filter(|line| line.starts_with('#'));
        headings
            .map(|line| {
                let title = line.trim_start_matches('#').trim().to_lowercase();
                let kept = |c: &char| c.is_alphanumeric() || " -_".contains(*c);
                title
                    .chars()
                    .filter(kept)
                    .collect::<String>()
                    .replace(' ', "-")
            })
            .collect()
    }

    /// The cells of each row, of each table that begins with a header of this text.
    pub(super) fn tables(&self, first_header: &str) -> Vec<Vec<Vec<String>>> {
        let mut tables: Vec<Vec<Vec<String>>> = Vec::new();
        let mut is_inside = false;
        let mut was_row = false;
        for line in self.prose().lines() {
            let is_row = line.starts_with('|');
            let cells: Vec<String> = line
                .trim_matches('|')
                .split('|')
                .map(|cell| cell.trim().to_owned())
                .collect();
            if is_row && !was_row {
                is_inside = cells[0] == first_header;
                if is_inside {
                    tables.push(Vec::new());
                }
            } else if is_row && is_inside && !cells[0].starts_with("---") {
                tables.last_mut().unwrap().push(cells);
            }
            was_row = is_row;
        }
        tables
    }
}
