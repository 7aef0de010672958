//! What an attacker may try, each with its answer.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tedomari::web::{Patience, ServerLimits};
use tungstenite::Message;

use super::client::{Options, TestServer};

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("none")
}

#[test]
fn a_foreign_page_gets_no_socket() {
    let server = TestServer::start(Options::default());
    let port = server.address.port();
    for origin in [
        "http://evil.example".to_owned(),
        "null".to_owned(),
        format!("http://localhost:{port}"),
        format!("http://127.0.0.1:{}", port ^ 1),
        format!("http://127.0.0.1:{port}.evil.example"),
    ] {
        let error = server.socket_with(&origin, "").err();
        assert!(error.is_some_and(|error| error.contains("403")), "{origin}");
    }
    assert!(server.socket().is_ok());
    // A page that is opened by another name of this machine is its own page.
    let upgrade = format!(
        "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
         Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\
         Origin: http://localhost:{port}\r\n"
    );
    let mut stream = TcpStream::connect(server.address).unwrap();
    write!(
        stream,
        "GET /ws HTTP/1.1\r\nHost: localhost:{port}\r\n{upgrade}\r\n"
    )
    .unwrap();
    let mut start = [0; 12];
    stream.read_exact(&mut start).unwrap();
    assert_eq!(&start, b"HTTP/1.1 101");
}

#[test]
fn a_foreign_host_gets_no_page() {
    let server = TestServer::start(Options::default());
    let answer = server.get("/", &server.host(), "");
    assert_eq!(status(&answer), "200");
    let head = answer
        .split("\r\n\r\n")
        .next()
        .unwrap()
        .to_ascii_lowercase();
    for header in [
        "content-security-policy: default-src 'none'; script-src 'self'",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(head.contains(header), "{head}");
    }
    assert!(!head.contains("access-control-allow-origin"));
    for host in [
        "evil.example",
        "evil.example:80",
        "127.0.0.1",
        "127.0.0.1:1",
        "a b",
        "",
    ] {
        let answer = server.get("/", host, "");
        assert!(
            ["421", "400"].contains(&status(&answer)),
            "{host}: {answer}"
        );
    }
    assert_eq!(status(&server.http("GET / HTTP/1.0\r\n\r\n")), "421");
}

#[test]
fn no_path_leads_out_of_the_page() {
    let server = TestServer::start(Options::default());
    for path in [
        "/../Cargo.toml",
        "/..%2f..%2f..%2fCargo.toml",
        "/%2e%2e/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/page/../../mod.rs",
        "/mod.rs",
        "/.git/config",
    ] {
        assert_eq!(
            status(&server.get(path, &server.host(), "")),
            "404",
            "{path}"
        );
    }
    assert_eq!(
        status(&server.http(&format!(
            "PUT / HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
            server.host()
        ))),
        "405"
    );
}

#[test]
fn another_machine_needs_the_token() {
    let server = TestServer::start(Options {
        token: Some("secret".to_owned()),
        ..Options::default()
    });
    let host = server.host();
    assert!(server.url.ends_with("/?token=secret"));
    assert_eq!(status(&server.get("/", &host, "")), "403");
    assert_eq!(status(&server.get("/?token=secre", &host, "")), "403");
    assert!(server.socket().is_err());
    let answer = server.get("/?token=secret", &host, "");
    assert_eq!(status(&answer), "303");
    let cookie = format!("tedomari_{}=secret", server.address.port());
    assert!(
        answer.contains(&format!("{cookie}; Path=/; HttpOnly; SameSite=Strict")),
        "{answer}"
    );
    assert_eq!(
        status(&server.get("/", &host, &format!("Cookie: {cookie}\r\n"))),
        "200"
    );
    assert!(
        server
            .socket_with(&format!("http://{host}"), &cookie)
            .is_ok()
    );
    assert!(server.socket_with("http://evil.example", &cookie).is_err());
}

#[test]
fn what_is_too_large_is_not_kept() {
    let server = TestServer::start(Options::default());
    // 100 MB in one message, in many frames, and as the body of a request.
    let mut tab = server.tab();
    let text = "x".repeat(1 << 20);
    let mut sent = 0;
    let refused = loop {
        let frame = tungstenite::protocol::frame::Frame::message(
            text.clone(),
            tungstenite::protocol::frame::coding::OpCode::Data(if sent == 0 {
                tungstenite::protocol::frame::coding::Data::Text
            } else {
                tungstenite::protocol::frame::coding::Data::Continue
            }),
            false,
        );
        if tab.socket.send(Message::Frame(frame)).is_err() {
            break true;
        }
        sent += 1;
        if sent == 100 {
            break tab.socket.read().is_err();
        }
    };
    assert!(refused && sent <= 100);
    let mut stream = TcpStream::connect(server.address).unwrap();
    write!(
        stream,
        "POST / HTTP/1.1\r\nHost: {}\r\nContent-Length: 100000000\r\n\r\n",
        server.host()
    )
    .unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 405");
    let long = server.http(&format!(
        "GET /{} HTTP/1.1\r\nHost: x\r\n\r\n",
        "a".repeat(1 << 20)
    ));
    assert!(
        ["414", "431", "none"].contains(&status(&long)),
        "{}",
        status(&long)
    );
    // A record over its limit is refused, and the tab goes on.
    let mut tab = server.tab();
    let record = format!("(;C[{}])", "x".repeat(300_000));
    assert_eq!(tab.error("record", json!({"sgf": record})), "too_large");
    let nodes = format!("({})", ";".repeat(120_000));
    assert_eq!(tab.error("record", json!({"sgf": nodes})), "bad_game");
    tab.answer("examples", json!({}));
}

#[test]
fn many_connections_leave_room_for_the_page() {
    let server = TestServer::start(Options {
        limits: ServerLimits {
            tabs: 3,
            connections: 20,
            head: Duration::from_millis(300),
            ..ServerLimits::default()
        },
        ..Options::default()
    });
    let mut first = server.tab();
    let idle: Vec<_> = (0..1_000)
        .filter_map(|_| TcpStream::connect(server.address).ok())
        .collect();
    assert!(idle.len() > 900);
    // Tabs that are open go on; new connections wait until the silent ones are closed.
    first.answer("examples", json!({}));
    let start = Instant::now();
    while status(&server.get("/", &server.host(), "")) != "200" {
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(20));
    }
    let _others = [server.tab(), server.tab()];
    assert!(server.socket().is_err_and(|error| error.contains("503")));
    drop(first);
    let start = Instant::now();
    while server.socket().is_err() {
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(20));
    }
}

/// Connections that begin a head and never end it, as many as there are places, and one that has loaded the page.
#[test]
fn unfinished_heads_keep_nobody_out() {
    let server = TestServer::start(Options {
        limits: ServerLimits {
            connections: 8,
            head: Duration::from_secs(60),
            ..ServerLimits::default()
        },
        ..Options::default()
    });
    let ask = format!("GET / HTTP/1.1\r\nHost: {}\r\n\r\n", server.host());
    let mut loaded = TcpStream::connect(server.address).unwrap();
    let mut answer_of_loaded = || {
        loaded.write_all(ask.as_bytes()).unwrap();
        let mut answer = vec![0; 1 << 16];
        let n_bytes = loaded.read(&mut answer).unwrap();
        String::from_utf8_lossy(&answer[..n_bytes]).into_owned()
    };
    assert_eq!(status(&answer_of_loaded()), "200");
    let begun = |_| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        stream.write_all(b"GET / HTTP/1.1\r\nHos").unwrap();
        stream
    };
    let drips: Vec<TcpStream> = (0..20).map(begun).collect();
    for _ in 0..20 {
        assert_eq!(status(&server.get("/", &server.host(), "")), "200");
    }
    assert_eq!(status(&answer_of_loaded()), "200");
    drop(drips);
}

/// Ten letters of a record are 625 points of its tree.
#[test]
fn trees_have_no_more_points_than_are_kept() {
    let server = TestServer::start(Options::default());
    let mut tab = server.tab();
    let record = |n: usize, node: &str| format!("(;SZ[25]{})", node.repeat(n));
    for node in ["(;TR[aa:yy])", "(;AE[aa:yy])", "(;MA[aa:yy]SQ[aa:yy])"] {
        let kept = tab.answer("record", json!({"sgf": record(10, node)}));
        assert_eq!(kept["tree"]["nodes"].as_array().unwrap().len(), 11);
        let sgf = record(4_000, node);
        assert!(sgf.len() < 100_000);
        assert_eq!(tab.error("record", json!({"sgf": sgf})), "too_large");
    }
    let tree = |n: usize| {
        let nodes = vec![json!({}); n];
        json!({"tree": {"size": [9, 9], "rules": null, "komi": 6.5, "nodes": nodes}})
    };
    assert_eq!(tab.error("record_text", tree(3)), "bad_game");
    assert_eq!(tab.error("record_text", tree(100_001)), "bad_request");
}

#[test]
fn a_page_that_never_reads_is_given_up() {
    let server = TestServer::start(Options {
        limits: ServerLimits {
            tabs: 1,
            patience: Patience {
                write: Duration::from_millis(300),
                ..ServerLimits::default().patience
            },
            ..ServerLimits::default()
        },
        ..Options::default()
    });
    let mut silent = server.tab();
    // The answers fill the buffers of the system; from then on the server waits, and does not read either.
    let record = format!("(;C[{}])", "x".repeat(200_000));
    let text = json!({"id": 1, "ask": "record", "sgf": record}).to_string();
    silent
        .socket
        .get_ref()
        .set_write_timeout(Some(Duration::from_secs(5)))
        .unwrap();
    let mut is_taken = |_: &i32| {
        thread::sleep(Duration::from_millis(5));
        silent.socket.send(Message::text(text.clone())).is_ok()
    };
    let n_sent = (0..1_000).take_while(|n| is_taken(n)).count();
    assert!(n_sent < 1_000);
    let start = Instant::now();
    while server.socket().is_err() {
        assert!(start.elapsed() < Duration::from_secs(60));
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn files_outside_the_folder_are_out_of_reach() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(folder.path().join("secret.sgf"), "(;SZ[9])").unwrap();
    std::fs::write(inside.join("mine.sgf"), "(;SZ[9])").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("secret.sgf"), inside.join("link.sgf")).unwrap();
    std::fs::hard_link(folder.path().join("secret.sgf"), inside.join("hard.sgf")).unwrap();
    let server = TestServer::start(Options {
        folder: Some(inside.clone()),
        ..Options::default()
    });
    let mut tab = server.tab();
    for name in [
        "../secret.sgf",
        "link.sgf",
        "hard.sgf",
        "/etc/passwd",
        "mine.txt",
        ".hidden.sgf",
        "a/../mine.sgf",
        "none.sgf",
    ] {
        assert_eq!(
            tab.error("file_read", json!({"name": name})),
            "no_file",
            "{name}"
        );
    }
    for name in [
        "../new.sgf",
        "link.sgf",
        "hard.sgf",
        "/tmp/new.sgf",
        "new.sh",
    ] {
        let fields = json!({"name": name, "text": "x", "revision": null});
        assert_eq!(tab.error("file_write", fields), "no_file", "{name}");
    }
    assert_eq!(
        std::fs::read_to_string(folder.path().join("secret.sgf")).unwrap(),
        "(;SZ[9])"
    );
    let names = tab.answer("files", json!({}));
    assert_eq!(names["files"].as_array().unwrap().len(), 1, "{names}");
}

#[test]
fn two_pages_do_not_overwrite_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start(Options {
        folder: Some(folder.path().to_owned()),
        ..Options::default()
    });
    let (mut one, mut other) = (server.tab(), server.tab());
    let write = |text: &str, revision: &Value| -> Value {
        json!({"name": "a.rules", "text": text, "revision": revision})
    };
    let first = one.answer("file_write", write("one", &json!(null)))["revision"].clone();
    let read = other.answer("file_read", json!({"name": "a.rules"}));
    assert_eq!((&read["text"], &read["revision"]), (&json!("one"), &first));
    let second = one.answer("file_write", write("two", &first))["revision"].clone();
    let end = other.ask("file_write", write("three", &first));
    assert_eq!(
        (&end["error"]["code"], &end["error"]["revision"]),
        (&json!("conflict"), &second)
    );
    assert_eq!(
        other.error("file_write", write("three", &json!(null))),
        "conflict"
    );
    assert_eq!(
        std::fs::read_to_string(folder.path().join("a.rules")).unwrap(),
        "two"
    );
    other.answer("file_write", write("three", &second));
    assert_eq!(
        server.tab().error(
            "file_write",
            json!({"name": "b.rules", "text": "x", "revision": "1"})
        ),
        "conflict"
    );
}
