//! A server in a thread of the test, and a client that connects to it over TCP.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tedomari::config::Settings;
use tedomari::web::{RequestLimits, Server, ServerLimits, ServerState};
use tokio::sync::oneshot;
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::HeaderValue;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Message, WebSocket};

/// A reading of the socket that takes longer fails the test.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a server of a test is like.
pub(crate) struct Options {
    pub(crate) limits: ServerLimits,
    pub(crate) folder: Option<PathBuf>,
    pub(crate) token: Option<String>,
    pub(crate) message_bytes: usize,
    /// Settings beside those of all tests.
    pub(crate) settings: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            limits: ServerLimits::default(),
            folder: None,
            token: None,
            message_bytes: 1 << 20,
            settings: Vec::new(),
        }
    }
}

/// A server; it ends with the test.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) url: String,
    end: Option<oneshot::Sender<()>>,
    thread: Option<thread::JoinHandle<()>>,
}

impl TestServer {
    pub(crate) fn start(options: Options) -> Self {
        let mut overrides = [
            "search.network=none",
            "search.threads=1",
            "limits.memory_mib=256",
        ]
        .map(str::to_owned)
        .to_vec();
        overrides.extend(options.settings);
        let mut settings = Settings::load(&[], &overrides).unwrap();
        settings.engine.policy.scoring_playouts = 50;
        let server = ServerState {
            settings,
            folder: options.folder,
            open: None,
            limits: RequestLimits {
                message_bytes: options.message_bytes,
                record_bytes: 1 << 18,
                time: Duration::from_secs(20),
                waiting: 8,
            },
        };
        let (ready, started) = mpsc::channel();
        let (end, ended) = oneshot::channel();
        let thread = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .unwrap();
            runtime.block_on(async {
                let address = "127.0.0.1:0".parse().unwrap();
                let server = Server::bind(address, options.token, options.limits, server)
                    .await
                    .unwrap();
                ready
                    .send((server.address().unwrap(), server.url()))
                    .unwrap();
                tokio::select! {
                    () = server.run() => {}
                    _ = ended => {}
                }
            });
        });
        let (address, url) = started.recv().unwrap();
        Self {
            address,
            url,
            end: Some(end),
            thread: Some(thread),
        }
    }

    /// What the server answers to a request of HTTP, until it closes the connection or nothing more comes.
    pub(crate) fn http(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// What the server answers to a request for a path, with a host and more lines of the head.
    pub(crate) fn get(&self, path: &str, host: &str, more: &str) -> String {
        self.http(&format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}Connection: close\r\n\r\n"
        ))
    }

    /// The host as a browser names it.
    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.address.port())
    }

    /// A tab that has sent hello.
    pub(crate) fn tab(&self) -> Tab {
        let mut tab = self.socket().unwrap();
        let hello = tab.ask("hello", json!({"version": 1}));
        assert_eq!(hello["answer"]["version"], 1, "{hello}");
        tab
    }

    /// A socket that has sent nothing yet.
    pub(crate) fn socket(&self) -> Result<Tab, String> {
        self.socket_with(&format!("http://{}", self.host()), "")
    }

    /// A socket of a page with this origin and this cookie.
    pub(crate) fn socket_with(&self, origin: &str, cookie: &str) -> Result<Tab, String> {
        let stream = TcpStream::connect(self.address).map_err(|error| error.to_string())?;
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let mut request = format!("ws://{}/ws", self.host())
            .into_client_request()
            .unwrap();
        request
            .headers_mut()
            .insert("origin", HeaderValue::from_str(origin).unwrap());
        if !cookie.is_empty() {
            request
                .headers_mut()
                .insert("cookie", HeaderValue::from_str(cookie).unwrap());
        }
        let config = WebSocketConfig::default();
        let (socket, _) = tungstenite::client::client_with_config(request, stream, Some(config))
            .map_err(|error| error.to_string())?;
        Ok(Tab { socket, last_id: 0 })
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        self.end.take().map(|end| end.send(()));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A tab of a page.
pub(crate) struct Tab {
    pub(crate) socket: WebSocket<TcpStream>,
    last_id: u64,
}

impl Tab {
    /// Sends a request and returns its number.
    pub(crate) fn send(&mut self, ask: &str, mut fields: Value) -> u64 {
        self.last_id += 1;
        fields["id"] = self.last_id.into();
        fields["ask"] = ask.into();
        self.send_text(&fields.to_string());
        self.last_id
    }

    pub(crate) fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    /// The next message.
    pub(crate) fn next(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.socket.read().unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    /// The end of a request, and the parts of the answer before it.
    pub(crate) fn end_of(&mut self, id: u64) -> (Value, Vec<Value>) {
        let mut parts = Vec::new();
        loop {
            let message = self.next();
            if message["id"] != id {
                continue;
            }
            match message.get("progress") {
                Some(part) => parts.push(part.clone()),
                None => return (message, parts),
            }
        }
    }

    /// Sends a request, and returns its end.
    pub(crate) fn ask(&mut self, ask: &str, fields: Value) -> Value {
        let id = self.send(ask, fields);
        self.end_of(id).0
    }

    /// Sends a request, and returns the answer.
    pub(crate) fn answer(&mut self, ask: &str, fields: Value) -> Value {
        let end = self.ask(ask, fields);
        assert!(end.get("answer").is_some(), "{ask}: {end}");
        end["answer"].clone()
    }

    /// Sends a request, and returns the code of the error.
    pub(crate) fn error(&mut self, ask: &str, fields: Value) -> String {
        let end = self.ask(ask, fields);
        end["error"]["code"]
            .as_str()
            .unwrap_or_else(|| panic!("{ask}: {end}"))
            .to_owned()
    }
}
