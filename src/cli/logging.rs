//! The log: to standard error or to a file. Standard output belongs to the protocol.
//!
//! A thread of its own writes the log. A line that cannot be written is lost, and an unread line holds up no other
//! thread: a full disk or a closed terminal must not end a game.

use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::Context as _;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields, MakeWriter};
use tracing_subscriber::registry::LookupSpan;

use crate::base::Messages;
use crate::config::{LogFormat, LogSettings};

/// How long the end of the program waits for the last lines of the log.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// The log of the whole process, once it is started.
static LOG: OnceLock<Messages> = OnceLock::new();

/// Words that make gtp2ogs send a line of standard error as a chat message, wherever they stand.
const CHAT_MARKERS: [&str; 3] = ["MAIN:", "DISCUSSION:", "MALKOVICH:"];

/// Starts the log of the whole process, panics included. Warnings and errors on standard error are plain sentences,
/// unless `is_wanted`: then each has its time and its place in the program, as in a file and at lower levels.
///
/// # Errors
/// If the log file cannot be opened.
pub(super) fn start(settings: &LogSettings, is_wanted: bool) -> anyhow::Result<()> {
    let level: LevelFilter = settings.level.into();
    let messages = match &settings.file {
        None => Messages::to_standard_error(),
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            Messages::to(file.with_context(|| format!("{}", path.display()))?)
        }
    };
    let messages = LOG.get_or_init(|| messages);
    let builder = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(false)
        .with_writer(Log(messages.clone()));
    let is_plain = !is_wanted && settings.file.is_none() && level <= LevelFilter::WARN;
    match settings.format {
        LogFormat::Text if is_plain => builder.event_format(Plain).init(),
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    Ok(())
}

/// Waits a moment for what is not written yet: the last lines of the log, and messages for standard error.
pub(super) fn settle() {
    for messages in LOG
        .get()
        .into_iter()
        .chain([&Messages::to_standard_error()])
    {
        messages.settle(LAST_WORDS);
    }
}

/// Messages as sentences for the user of a command.
struct Plain;

impl<S, N> FormatEvent<S, N> for Plain
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(
        &self,
        context: &FmtContext<'_, S, N>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        let is_warning = *event.metadata().level() == Level::WARN;
        let kind = if is_warning { "warning: " } else { "" };
        write!(writer, "tedomari: {kind}")?;
        context.format_fields(writer.by_ref(), event)?;
        writeln!(writer)
    }
}

/// The output of the log, shared by all threads.
#[derive(Clone)]
struct Log(Messages);

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Write for Log {
    /// Writes one event. A space in every chat word keeps the event from becoming a chat message.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = defused(&String::from_utf8_lossy(bytes));
        self.0.write(text.as_bytes());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn defused(text: &str) -> String {
    CHAT_MARKERS.iter().fold(text.to_owned(), |text, marker| {
        text.replace(marker, &format!("{} :", marker.trim_end_matches(':')))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_taken_for_chat() {
        assert_eq!(
            defused("play MAIN: DISCUSSION:x"),
            "play MAIN : DISCUSSION :x"
        );
        assert_eq!(defused("plain\n"), "plain\n");
    }
}
