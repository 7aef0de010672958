//! The server: where it listens, how many connections and tabs it allows, and what it answers.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::connections::{Connections, Place};
use super::guard::{Guard, headers};
use super::page;
use super::socket::{self, Patience};
use super::tab::ServerState;
use crate::engine::reading::Knowledge;

/// The limits of the server.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServerLimits {
    /// Tabs at a time; each has an engine.
    pub tabs: usize,
    /// Connections at a time that are no tabs.
    pub connections: usize,
    /// A connection has so long for the head of a request.
    pub head: Duration,
    /// How long a tab may be silent or slow.
    pub patience: Patience,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            tabs: 4,
            connections: 64,
            head: Duration::from_secs(10),
            patience: Patience {
                write: Duration::from_secs(20),
                ping: Duration::from_secs(20),
                silence: Duration::from_secs(60),
            },
        }
    }
}

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    guard: Guard,
    limits: ServerLimits,
    server: Arc<ServerState>,
}

/// What the handlers of requests share.
#[derive(Debug)]
struct Shared {
    guard: Guard,
    limits: ServerLimits,
    server: Arc<ServerState>,
    tabs: Arc<Semaphore>,
}

impl Server {
    /// Listens at an address. A browser has to send the token.
    ///
    /// # Errors
    /// If the system refuses, or if other machines can reach the address and there is no token.
    pub async fn bind(
        address: SocketAddr,
        token: Option<String>,
        limits: ServerLimits,
        server: ServerState,
    ) -> io::Result<Self> {
        if !address.ip().is_loopback() && token.is_none() {
            let message = "an address that other machines can reach needs a token";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let listener = TcpListener::bind(address).await?;
        let guard = Guard::new(listener.local_addr()?, token);
        Ok(Self {
            listener,
            guard,
            limits,
            server: Arc::new(server),
        })
    }

    /// Where a browser finds the page, with the token if there is one.
    #[must_use]
    pub fn url(&self) -> String {
        self.guard.url()
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system has no address for it.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the future is dropped.
    pub async fn run(self) {
        /// Time to wait if no connection can be taken, as when there are too many open files.
        const PAUSE: Duration = Duration::from_millis(50);
        let Self {
            listener,
            guard,
            limits,
            server,
        } = self;
        let shared = Arc::new(Shared {
            guard,
            limits,
            server,
            tabs: Arc::new(Semaphore::new(limits.tabs)),
        });
        let router = Router::new()
            .route("/ws", get(tab))
            .fallback(get(file))
            .layer(middleware::from_fn_with_state(Arc::clone(&shared), check))
            .with_state(shared);
        prepare();
        let connections = Connections::new(limits.connections);
        loop {
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            // One connection too many is closed at once: to wait would keep the user's own browser out.
            let Some(place) = connections.enter() else {
                continue;
            };
            let place = Arc::new(place);
            let router = router.clone().layer(Extension(Arc::clone(&place)));
            tokio::spawn(async move {
                tokio::select! {
                    () = serve_connection(stream, router, limits) => {}
                    () = place.closed() => {}
                }
            });
        }
    }
}

/// Reads the rules of knowledge beside the start: else the first question that is explained would wait for them.
fn prepare() {
    let thread = thread::Builder::new().name("prepare".to_owned());
    let read = || {
        // The rules are read at their first use.
        let _ = Knowledge::default().rules();
    };
    if let Err(error) = thread.spawn(read) {
        tracing::warn!(%error, "no thread to prepare");
    }
}

/// Answers the requests of one connection. A web socket leaves it behind.
async fn serve_connection(stream: TcpStream, router: Router, limits: ServerLimits) {
    // Messages are small and have to arrive at once.
    let _ = stream.set_nodelay(true);
    let service = TowerToHyperService::new(router);
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.head);
    let connection = http
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    if let Err(error) = connection.await {
        tracing::debug!(%error, "a connection ended");
    }
}

/// Lets only requests through that name this server and have the token, and adds the headers of every answer.
async fn check(
    State(shared): State<Arc<Shared>>,
    Extension(place): Extension<Arc<Place>>,
    request: Request,
    next: Next,
) -> Response {
    place.begin();
    let response = checked(&shared, request, next).await;
    place.finish();
    response
}

async fn checked(shared: &Shared, request: Request, next: Next) -> Response {
    let guard = &shared.guard;
    let host = guard.host(request.headers()).map(str::to_owned);
    let mut response = if host.is_none() {
        refused(
            StatusCode::MISDIRECTED_REQUEST,
            "This is not the host that you asked for.",
        )
    } else if guard.is_admitted(request.headers()) {
        next.run(request).await
    } else if let Some(cookie) = guard.cookie_for(request.uri().query()) {
        let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, "/")]).into_response();
        response.headers_mut().insert(header::SET_COOKIE, cookie);
        response
    } else {
        refused(
            StatusCode::FORBIDDEN,
            "Open the address that the program has printed: it has a token.",
        )
    };
    for (name, value) in headers(host.as_deref()) {
        response.headers_mut().insert(name, value);
    }
    response
}

fn refused(status: StatusCode, text: &'static str) -> Response {
    let mut response = (status, text).into_response();
    response
        .headers_mut()
        .insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// A file of the page.
async fn file(uri: Uri, headers: HeaderMap) -> Response {
    page::file(uri.path(), &headers)
}

/// Begins a tab.
async fn tab(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !shared.guard.is_own_page(&headers) {
        return refused(
            StatusCode::FORBIDDEN,
            "Only the page of this server may ask.",
        );
    }
    let Ok(permit) = Arc::clone(&shared.tabs).try_acquire_owned() else {
        return refused(
            StatusCode::SERVICE_UNAVAILABLE,
            "Too many tabs are open: close one.",
        );
    };
    let bytes = shared.server.limits.message_bytes;
    let (server, patience) = (Arc::clone(&shared.server), shared.limits.patience);
    upgrade
        .max_message_size(bytes)
        .max_frame_size(bytes)
        .on_upgrade(move |socket| socket::serve(socket, server, patience, permit))
}
