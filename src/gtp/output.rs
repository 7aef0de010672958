//! Standard output: where responses go, and whether they still have a reader.

use std::io::{self, Write};

/// A stream that takes responses.
pub trait Output: Write + Send + 'static {
    /// A check whether the reading end of the stream is closed. It works while another thread writes.
    fn closed_check(&self) -> Box<dyn Fn() -> bool>;
}

impl Output for io::Stdout {
    #[cfg(unix)]
    fn closed_check(&self) -> Box<dyn Fn() -> bool> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};
        let stdout = io::stdout();
        Box::new(move || {
            let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
            let at_once = Timespec {
                tv_sec: 0,
                tv_nsec: 0,
            };
            poll(&mut fds, Some(&at_once)).is_ok_and(|n| n > 0)
                && fds
                    .iter()
                    .any(|fd| fd.revents().intersects(PollFlags::ERR | PollFlags::NVAL))
        })
    }

    #[cfg(not(unix))]
    fn closed_check(&self) -> Box<dyn Fn() -> bool> {
        Box::new(|| false)
    }
}

impl Output for Vec<u8> {
    fn closed_check(&self) -> Box<dyn Fn() -> bool> {
        Box::new(|| false)
    }
}
