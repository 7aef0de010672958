//! The files of the page, compiled into the program.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use rust_embed::RustEmbed;

/// The files of `src/web/page/`. A debug build reads them from there, so that a page can be edited while it is served.
#[derive(RustEmbed)]
#[folder = "src/web/page/"]
struct Files;

/// The file that is the page.
const PAGE: &str = "index.html";

/// The file with a path such as `/board.js`; `/` is the page.
#[must_use]
pub(crate) fn file(path: &str, headers: &HeaderMap) -> Response {
    let name = path.strip_prefix('/').unwrap_or(path);
    let name = if name.is_empty() { PAGE } else { name };
    let found = if is_plain(name) {
        Files::get(name)
    } else {
        None
    };
    let (Some(found), Some(kind)) = (found, kind(name)) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let hash = found.metadata.sha256_hash();
    let tag: String = hash
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
        found.data.into_owned().into_response()
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    response
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
