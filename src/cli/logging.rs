//! The log: to standard error or to a file. Standard output belongs to the protocol.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use anyhow::Context as _;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::config::{LogFormat, LogSettings};

/// Words that make gtp2ogs send a line of standard error as a chat message, wherever they stand.
const CHAT_MARKERS: [&str; 3] = ["MAIN:", "DISCUSSION:", "MALKOVICH:"];

/// Starts the log of the whole process, panics included.
///
/// # Errors
/// If the log file cannot be opened.
pub(super) fn start(settings: &LogSettings) -> anyhow::Result<()> {
    let level: LevelFilter = settings.level.into();
    let sink: Box<dyn Write + Send> = match &settings.file {
        None => Box::new(io::stderr()),
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path);
            Box::new(file.with_context(|| format!("{}", path.display()))?)
        }
    };
    let builder = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_ansi(false)
        .with_writer(Log(Arc::new(Mutex::new(sink))));
    match settings.format {
        LogFormat::Text => builder.init(),
        LogFormat::Json => builder.json().init(),
    }
    std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    Ok(())
}

/// The output of the log, shared by all threads.
#[derive(Clone)]
struct Log(Arc<Mutex<Box<dyn Write + Send>>>);

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
        let mut sink = self
            .0
            .lock()
            .map_err(|_| io::Error::other("the log's lock is poisoned"))?;
        sink.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0
            .lock()
            .map_err(|_| io::Error::other("the log's lock is poisoned"))?
            .flush()
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
