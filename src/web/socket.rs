//! A tab's web socket: messages from the page to the queue, and from the outbox to the page.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::stream::{SplitSink, SplitStream};
use futures_util::{SinkExt as _, StreamExt as _};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{interval, timeout};

use super::message::{
    Cancel, Cancelled, Code, Fault, Fields, HelloAsk, PageReply, PageRequest, VERSION,
};
use super::request_queue::{RequestQueue, Task};
use super::services;
use super::tab::{Caller, Outbox, ServerState, Texts};
use super::worker;
use crate::base::CancelToken;

/// Texts that wait for the page to read them.
const ROOM: usize = 64;

/// Stack of the worker thread: as much as the main thread of a program has.
const STACK: usize = 8 << 20;

/// How long a tab's socket may be silent or slow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Patience {
    /// A page that does not take a message for so long is gone.
    pub write: Duration,
    /// Time between two pings to the page.
    pub ping: Duration,
    /// A page that answers none for so long is gone.
    pub silence: Duration,
}

/// Serves one tab until its page is gone. `permit` is given back when the work of the tab has ended.
pub(crate) async fn serve(
    socket: WebSocket,
    server: Arc<ServerState>,
    patience: Patience,
    permit: OwnedSemaphorePermit,
) {
    let (outbox, texts) = Outbox::new(ROOM);
    let queue = Arc::new(RequestQueue::default());
    let for_worker = (Arc::clone(&queue), Arc::clone(&server));
    let thread = thread::Builder::new()
        .name("tab".to_owned())
        .stack_size(STACK);
    let spawned = thread.spawn(move || {
        let _permit = permit;
        worker::work(&for_worker.0, for_worker.1);
    });
    if let Err(error) = spawned {
        tracing::error!(%error, "no thread for a tab");
        return;
    }
    let (sink, stream) = socket.split();
    let mut tab = Socket {
        queue: &queue,
        server: &server,
        outbox,
        is_greeted: false,
    };
    tokio::select! {
        () = write(sink, texts, patience) => {}
        () = tab.read(stream, patience) => {}
    }
    queue.close();
}

/// Sends what waits in the outbox, and pings. Ends when the page does not read.
async fn write(mut sink: SplitSink<WebSocket, Message>, mut texts: Texts, patience: Patience) {
    let mut pings = interval(patience.ping);
    loop {
        let message = tokio::select! {
            text = texts.recv() => match text {
                Some(text) => Message::text(text),
                None => return,
            },
            _ = pings.tick() => Message::Ping(Vec::new().into()),
        };
        if !matches!(
            timeout(patience.write, sink.send(message)).await,
            Ok(Ok(()))
        ) {
            return;
        }
    }
}

/// The reading end of a tab's socket.
struct Socket<'a> {
    queue: &'a RequestQueue,
    server: &'a ServerState,
    outbox: Outbox,
    /// Whether page and server have the same version.
    is_greeted: bool,
}

impl Socket<'_> {
    /// Takes messages until the page is gone.
    async fn read(&mut self, mut stream: SplitStream<WebSocket>, patience: Patience) {
        while let Ok(Some(Ok(message))) = timeout(patience.silence, stream.next()).await {
            match message {
                Message::Text(text) => self.take(&text).await,
                Message::Binary(_) => {
                    let fault = Fault::new(Code::BadRequest, "messages are text");
                    self.outbox
                        .send_later(PageReply::Error(&fault).text(None))
                        .await;
                }
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Close(_) => return,
            }
        }
    }

    /// Takes one message.
    async fn take(&mut self, text: &str) {
        let (id, result) = match PageRequest::parse(text) {
            Ok(request) => (Some(request.id), self.put(request).await),
            Err((id, fault)) => (id, Err(fault)),
        };
        if let Err(fault) = result {
            self.outbox
                .send_later(PageReply::Error(&fault).text(id))
                .await;
        }
    }

    /// Puts a request on the queue, or does at once what is no work.
    async fn put(&mut self, request: PageRequest) -> Result<(), Fault> {
        let PageRequest { id, ask, fields } = request;
        if ask == "cancel" {
            return self.cancel(id, fields).await;
        }
        if ask == "hello" {
            let hello = fields.read::<HelloAsk>();
            self.is_greeted = hello.is_ok_and(|hello| hello.version == VERSION);
        } else if !self.is_greeted {
            let message = format!("the first request is `hello` with version {VERSION}");
            return Err(Fault::new(Code::Version, message));
        }
        let service = services::find(&ask).ok_or_else(|| {
            let start: String = ask.chars().take(20).collect();
            Fault::new(Code::UnknownAsk, format!("there is no service `{start}`"))
        })?;
        let limits = &self.server.limits;
        let caller = Caller {
            id,
            cancel: CancelToken::new(),
            outbox: self.outbox.clone(),
            longest: limits.time,
        };
        let task = Task {
            service,
            fields,
            caller,
        };
        self.queue.put(task, limits.waiting, limits.message_bytes)
    }

    async fn cancel(&self, id: u64, fields: Fields) -> Result<(), Fault> {
        let ask: Cancel = fields.read()?;
        let (waited, ran) = self.queue.cancel(&ask.of);
        let mut cancelled = ran;
        for caller in waited {
            let text = PageReply::Error(&Fault::cancelled()).text(Some(caller.id));
            self.outbox.send_later(text).await;
            cancelled.push(caller.id);
        }
        cancelled.sort_unstable();
        let answer = Cancelled { cancelled };
        self.outbox
            .send_later(PageReply::Answer(&answer).text(Some(id)))
            .await;
        Ok(())
    }
}
