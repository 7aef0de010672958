//! The files of the page, compiled into the program.

use std::borrow::Cow;
use std::fs;
use std::path::Path;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};

/// The folder of the files.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/page");

/// Files of the page by their names in the folder, with their contents.
macro_rules! files {
    ($($name:literal,)*) => {
        &[$(($name, include_bytes!(concat!("page/", $name)))),*]
    };
}

const FILES: &[(&str, &[u8])] = files![
    "analysis.js",
    "annotate.js",
    "app.js",
    "ask_panel.js",
    "board.css",
    "board.js",
    "board_shapes.js",
    "book.js",
    "clipboard.js",
    "clock.js",
    "comment_view.js",
    "composed.js",
    "connection.js",
    "count.js",
    "crop.js",
    "dialog.js",
    "dom.js",
    "endgame_panel.js",
    "exercises.js",
    "files.js",
    "game_info.js",
    "game_panel.js",
    "game_picker.js",
    "graph.js",
    "icon.svg",
    "icons.js",
    "index.html",
    "keys.js",
    "layers.js",
    "legend.js",
    "line_play.js",
    "main.js",
    "mistake_reason.js",
    "panels.css",
    "play_panel.js",
    "position.js",
    "problem_play.js",
    "problems_panel.js",
    "progress.js",
    "proof_play.js",
    "record.js",
    "review.js",
    "review_panel.js",
    "rules/map_editor.js",
    "rules/panel.js",
    "rules/rule_editor.js",
    "rules/rule_map.js",
    "rules/rules.css",
    "saving.js",
    "score_panel.js",
    "search_panel.js",
    "settings.js",
    "sgf_text.js",
    "sound.js",
    "style.css",
    "table.js",
    "tree.js",
    "vertex.js",
    "words.js",
];

/// The file that is the page.
const PAGE: &str = "index.html";

/// The file with a path such as `/board.js`; `/` is the page.
#[must_use]
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Response {
    let name = path.strip_prefix('/').unwrap_or(path);
    let name = if name.is_empty() { PAGE } else { name };
    let found = if is_plain(name) { contents(name) } else { None };
    let (Some(found), Some(kind)) = (found, kind(name)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let tag: String = Sha256::digest(&found)
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let tag = format!("\"{tag}\"");
    let known = headers
        .get(header::IF_NONE_MATCH)
        .and_then(|known| known.to_str().ok());
    let mut response = if known == Some(tag.as_str()) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        found.into_owned().into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// The contents of a file. A debug build reads it from the folder if it is there, so that a page can be edited while
/// it is served.
fn contents(name: &str) -> Option<Cow<'static, [u8]>> {
    let &(name, compiled) = FILES.iter().find(|&&(other, _)| other == name)?;
    let edited = if cfg!(debug_assertions) {
        fs::read(Path::new(FOLDER).join(name)).ok()
    } else {
        None
    };
    Some(edited.map_or(Cow::Borrowed(compiled), Cow::Owned))
}

/// Whether a name can be one of a file: words with dots between slashes, none of them hidden.
fn is_plain(name: &str) -> bool {
    name.split('/').all(|part| {
        let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        !part.is_empty() && !part.starts_with('.') && part.bytes().all(is_allowed)
    })
}

/// The kind of a file by the end of its name; files of other kinds are not served.
fn kind(name: &str) -> Option<&'static str> {
    Some(match name.rsplit_once('.')?.1 {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "ico" => "image/x-icon",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names of all files below a folder.
    fn names_below(folder: &Path, before: &str, names: &mut Vec<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{before}{}", path.file_name().unwrap().to_str().unwrap());
            if path.is_dir() {
                names_below(&path, &format!("{name}/"), names);
            } else {
                names.push(name);
            }
        }
    }

    #[test]
    fn all_files_of_the_folder_are_compiled_in() {
        let mut names = Vec::new();
        names_below(Path::new(FOLDER), "", &mut names);
        names.sort_unstable();
        let listed: Vec<&str> = FILES.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, listed);
    }

    #[test]
    fn the_page_is_there_and_nothing_else() {
        let status = |path: &str| file(path, &HeaderMap::new()).status();
        assert_eq!(status("/"), StatusCode::OK);
        assert_eq!(status("/index.html"), StatusCode::OK);
        for path in [
            "/../page.rs",
            "/..%2fpage.rs",
            "/%2e%2e/page.rs",
            "//etc/passwd",
            "/./index.html",
            "/index.html/",
            "/none.js",
            "/.hidden.js",
            "/a\\b.js",
            "/index.html\0.js",
        ] {
            assert_eq!(status(path), StatusCode::NOT_FOUND, "{path}");
        }
    }

    #[test]
    fn a_file_that_the_browser_has_is_not_sent_again() {
        let first = file("/", &HeaderMap::new());
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        assert_eq!(file("/", &headers).status(), StatusCode::NOT_MODIFIED);
    }
}
