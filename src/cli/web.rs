//! `tedomari web`: a page in the browser.

use std::io::Write;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use tokio::runtime::Builder;
use tokio::signal::ctrl_c;

use crate::base::CancelToken;
use crate::config::Settings;
use crate::files;
use crate::sgf::decode;
use crate::web::{OpenGame, RequestLimits, Server, ServerLimits, ServerState, new_token};

/// Where to listen, and what to show.
#[derive(Debug, Args)]
pub(super) struct WebOptions {
    /// Record in SGF that the page opens with.
    game: Option<PathBuf>,
    /// Port to listen at; 0 takes any free one.
    #[arg(long, value_name = "N", default_value_t = 7654)]
    port: u16,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Listen at this address instead of 127.0.0.1. Where other machines can reach it, the printed address of the page
    /// has a token.
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<IpAddr>,
    /// Let the page read and write the .sgf and .rules files of this folder, and no others.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Most tabs at a time. Each has an engine; they share the memory of the setting `limits.memory_mib`.
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    tabs: u16,
}

/// Longest time for a request.
const LONGEST: Duration = Duration::from_secs(600);

/// Most bytes of a record: what a person has is smaller, and a page has to hold its tree.
const RECORD_BYTES: u64 = 4 << 20;

/// Bytes of a message besides a record in it.
const MORE_BYTES: usize = 1 << 16;

/// Requests of a tab that wait.
const WAITING: usize = 32;

/// Serves the page until Ctrl-C.
pub(super) fn run(
    options: &WebOptions,
    settings: &Settings,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let server = server(options, settings)?;
    let address = SocketAddr::new(
        options.listen.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        options.port,
    );
    let token = if address.ip().is_loopback() {
        None
    } else {
        Some(new_token().context("the system has no random numbers")?)
    };
    let limits = ServerLimits {
        tabs: options.tabs.into(),
        ..ServerLimits::default()
    };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(address, token, limits, server)
            .await
            .with_context(|| {
                format!("{address} can't be served (`--port 0` chooses a free port)")
            })?;
        let url = server.url();
        writeln!(out, "{url}")?;
        out.flush()?;
        if options.open
            && let Err(error) = open::that_detached(&url)
        {
            tracing::warn!(%error, "no browser could be opened");
        }
        tokio::select! {
            () = server.run() => {}
            stopped = ctrl_c() => stopped?,
        }
        Ok(())
    })
}

fn server(options: &WebOptions, settings: &Settings) -> anyhow::Result<ServerState> {
    let record_bytes = settings.max_record_bytes().min(RECORD_BYTES);
    let open = options
        .game
        .as_deref()
        .map(|game| open_game(game, record_bytes))
        .transpose()?;
    if let Some(folder) = options.folder.as_deref().filter(|folder| !folder.is_dir()) {
        bail!("{}: not a folder", folder.display());
    }
    // Bytes in base 64 take a third more.
    let coded = usize::try_from(record_bytes)?.div_ceil(3) * 4;
    Ok(ServerState {
        settings: settings.shared_by(options.tabs.into()),
        folder: options.folder.clone(),
        open,
        limits: RequestLimits {
            message_bytes: coded + MORE_BYTES,
            record_bytes,
            time: LONGEST,
            waiting: WAITING,
        },
    })
}

fn open_game(game: &Path, most_bytes: u64) -> anyhow::Result<OpenGame> {
    let place = || game.display().to_string();
    let cancel = CancelToken::new();
    let bytes = files::read(game, most_bytes, &cancel).with_context(place)?;
    let decoded = decode(bytes, &cancel).with_context(place)?;
    let name = game.file_name().unwrap_or_default();
    Ok(OpenGame {
        name: name.to_string_lossy().into_owned(),
        sgf: decoded.text,
    })
}
