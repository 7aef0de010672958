//! Which clients may use the server.
//!
//! Any page in the user's browser can send requests to this machine. So a request has to name this server as its host
//! (else a foreign name was made to point here, which is called DNS rebinding), and a web socket has to come from a
//! page of this server. Where the server listens to other machines, a token is needed as well.

use std::fmt::Write as _;
use std::net::{IpAddr, SocketAddr};

use axum::http::header::{COOKIE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// Bytes of a token.
const TOKEN_BYTES: usize = 16;

/// Which clients may use the server.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    address: SocketAddr,
    /// The secret that a browser has to send, if other machines can reach the server.
    token: Option<String>,
}

impl Guard {
    /// A guard for a server at an address; the token is needed everywhere but on loopback.
    #[must_use]
    pub(crate) const fn new(address: SocketAddr, token: Option<String>) -> Self {
        Self { address, token }
    }

    /// Where a browser finds the page.
    #[must_use]
    pub(crate) fn url(&self) -> String {
        let port = self.address.port();
        let host = match self.address.ip() {
            ip if ip.is_unspecified() => "localhost".to_owned(),
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        match &self.token {
            Some(token) => format!("http://{host}:{port}/?token={token}"),
            None => format!("http://{host}:{port}/"),
        }
    }

    /// The host that a request names, if it is this server.
    #[must_use]
    pub(crate) fn host<'h>(&self, headers: &'h HeaderMap) -> Option<&'h str> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next()?.to_str().ok()?;
        if hosts.next().is_some() {
            return None;
        }
        // With a token, any name of the machine will do: a foreign page does not have the token.
        let is_known = self.token.is_some() && is_plain(host) || self.is_own(host);
        is_known.then_some(host)
    }

    /// Whether a host is a name of this server on loopback.
    fn is_own(&self, host: &str) -> bool {
        let port = self.address.port();
        let own = ["localhost", "127.0.0.1", "[::1]"];
        let mut names = own
            .into_iter()
            .map(str::to_owned)
            .chain([match self.address.ip() {
                IpAddr::V4(ip) => ip.to_string(),
                IpAddr::V6(ip) => format!("[{ip}]"),
            }]);
        names.any(|name| {
            host.eq_ignore_ascii_case(&format!("{name}:{port}")) || port == 80 && host == name
        })
    }

    /// Whether a request comes from a page of this server: its origin is the host that it names.
    #[must_use]
    pub(crate) fn is_own_page(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(ORIGIN).iter();
        let origin = origins.next().and_then(|origin| origin.to_str().ok());
        let (Some(host), Some(origin), None) = (self.host(headers), origin, origins.next()) else {
            return false;
        };
        let from = origin
            .strip_prefix("http://")
            .or_else(|| origin.strip_prefix("https://"));
        from.is_some_and(|from| from.eq_ignore_ascii_case(host))
    }

    /// Whether a request has the token, if one is needed.
    #[must_use]
    pub(crate) fn is_admitted(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else {
            return true;
        };
        let name = self.cookie_name();
        let cookies = headers
            .get_all(COOKIE)
            .iter()
            .filter_map(|line| line.to_str().ok());
        let mut pairs = cookies
            .flat_map(|line| line.split(';'))
            .filter_map(|pair| pair.trim().split_once('='));
        pairs.any(|(key, value)| key == name && is_same(value, token))
    }

    /// The cookie for a browser whose address has the right token.
    #[must_use]
    pub(crate) fn cookie_for(&self, query: Option<&str>) -> Option<HeaderValue> {
        let token = self.token.as_ref()?;
        let mut given = query?
            .split('&')
            .filter_map(|pair| pair.strip_prefix("token="));
        if !given.any(|given| is_same(given, token)) {
            return None;
        }
        let name = self.cookie_name();
        HeaderValue::from_str(&format!(
            "{name}={token}; Path=/; HttpOnly; SameSite=Strict"
        ))
        .ok()
    }

    /// Servers on other ports have other cookies.
    fn cookie_name(&self) -> String {
        format!("tedomari_{}", self.address.port())
    }
}

/// Whether a host has only characters of names, addresses and ports.
fn is_plain(host: &str) -> bool {
    !host.is_empty()
        && host
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte))
}

/// Compares in a time that does not depend on where the texts differ.
fn is_same(given: &str, token: &str) -> bool {
    let pairs = given.bytes().zip(token.bytes());
    given.len() == token.len()
        && pairs.fold(0, |differs, (one, other)| differs | (one ^ other)) == 0
}

/// A random token.
///
/// # Errors
/// If the system has no random numbers.
pub fn new_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; TOKEN_BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string can't fail.
        let _ = write!(text, "{byte:02x}");
        text
    }))
}

/// The headers of every answer: the page may load from this server alone, and no page may frame it. `host` is the one
/// of the request.
#[must_use]
pub(crate) fn headers(host: Option<&str>) -> Vec<(HeaderName, HeaderValue)> {
    let socket = host
        .map(|host| format!(" ws://{host} wss://{host}"))
        .unwrap_or_default();
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
         connect-src 'self'{socket}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    let mut headers = vec![
        (
            header::X_CONTENT_TYPE_OPTIONS,
            HeaderValue::from_static("nosniff"),
        ),
        (
            header::REFERRER_POLICY,
            HeaderValue::from_static("no-referrer"),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            HeaderValue::from_static("same-origin"),
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin"),
        ),
    ];
    headers.extend(
        HeaderValue::from_str(&policy)
            .ok()
            .map(|policy| (header::CONTENT_SECURITY_POLICY, policy)),
    );
    headers
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers_of(pairs: &[(HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(name, HeaderValue::from_str(value).unwrap());
        }
        headers
    }

    fn guard(address: &str, token: Option<&str>) -> Guard {
        Guard::new(address.parse().unwrap(), token.map(str::to_owned))
    }

    #[test]
    fn the_host_is_a_name_of_this_machine() {
        let guard = guard("127.0.0.1:7777", None);
        for host in [
            "localhost:7777",
            "127.0.0.1:7777",
            "[::1]:7777",
            "LOCALHOST:7777",
        ] {
            assert!(guard.host(&headers_of(&[(HOST, host)])).is_some(), "{host}");
        }
        for host in [
            "localhost",
            "localhost:7778",
            "evil.example:7777",
            "localhost.evil.example:7777",
            "",
        ] {
            assert!(guard.host(&headers_of(&[(HOST, host)])).is_none(), "{host}");
        }
        assert!(guard.host(&HeaderMap::new()).is_none());
        let two = [(HOST, "localhost:7777"), (HOST, "evil.example")];
        assert!(guard.host(&headers_of(&two)).is_none());
    }

    #[test]
    fn a_page_of_another_origin_is_foreign() {
        let guard = guard("127.0.0.1:7777", None);
        let own = |host: &str, origin: &str| {
            guard.is_own_page(&headers_of(&[(HOST, host), (ORIGIN, origin)]))
        };
        assert!(own("localhost:7777", "http://localhost:7777"));
        assert!(own("127.0.0.1:7777", "http://127.0.0.1:7777"));
        for (host, origin) in [
            ("localhost:7777", "http://evil.example"),
            ("localhost:7777", "http://127.0.0.1:7777"),
            ("localhost:7777", "http://localhost:7778"),
            ("localhost:7777", "http://localhost:7777.evil.example"),
            ("localhost:7777", "null"),
            ("evil.example:7777", "http://evil.example:7777"),
        ] {
            assert!(!own(host, origin), "{host} {origin}");
        }
        assert!(!guard.is_own_page(&headers_of(&[(HOST, "localhost:7777")])));
    }

    #[test]
    fn the_token_comes_once_by_the_address_and_then_by_a_cookie() {
        let guard = guard("0.0.0.0:80", Some("abc"));
        assert!(guard.cookie_for(Some("token=abd")).is_none() && guard.cookie_for(None).is_none());
        let cookie = guard.cookie_for(Some("x=1&token=abc")).unwrap();
        assert!(
            cookie
                .to_str()
                .unwrap()
                .contains("HttpOnly; SameSite=Strict")
        );
        assert!(guard.is_admitted(&headers_of(&[(COOKIE, "a=b; tedomari_80=abc")])));
        for cookie in ["tedomari_80=", "tedomari_80=abcd", "tedomari=abc", "abc"] {
            assert!(
                !guard.is_admitted(&headers_of(&[(COOKIE, cookie)])),
                "{cookie}"
            );
        }
        assert!(
            guard
                .host(&headers_of(&[(HOST, "my-machine.lan")]))
                .is_some()
        );
        assert!(guard.host(&headers_of(&[(HOST, "a b")])).is_none());
        let [one, other] = [(); 2].map(|()| new_token().unwrap());
        assert!(one.len() == 32 && one != other);
    }
}
