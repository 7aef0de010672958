//! Large tables and helper threads, of which there may be fewer than requested: a machine that runs out of either must
//! not end a game.

use std::hint::black_box;
use std::io;
use std::sync::mpsc::sync_channel;
use std::thread::{Builder, Scope, ScopedJoinHandle};

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_vec;

/// A vector of `length` values, or nothing if memory for it can't be had.
pub fn filled<T>(length: usize, make: impl FnMut() -> T) -> Option<Vec<T>> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(length).ok()?;
    vector.resize_with(length, make);
    Some(vector)
}

/// A vector of so many zeros, or nothing if memory for it can't be had. However long it is, it takes no time: the
/// system clears each page of memory when it is first touched.
pub fn zeroed<T: Zeroable>(length: usize) -> Option<Vec<T>> {
    try_zeroed_vec(length).ok()
}

/// A table of `wanted` values, or of half as many until memory for them can be had, but of at least `least`; warns if
/// there are fewer than `wanted`. A quarter of its memory stays free for the rest of the program.
pub fn largest_table<T>(what: &str, wanted: usize, least: usize, make: impl Fn() -> T) -> Vec<T> {
    let of_least = || (0..least).map(|_| make()).collect();
    let of_length = |length| filled(length, &make);
    largest(what, wanted, least, size_of::<T>(), of_length).unwrap_or_else(of_least)
}

/// The largest table that `of_length` makes of values of `size` bytes; nothing if it would have no more than `least` of
/// them. Memory and warning are as with [`largest_table`].
pub(crate) fn largest<V>(
    what: &str,
    wanted: usize,
    least: usize,
    size: usize,
    of_length: impl Fn(usize) -> Option<V>,
) -> Option<V> {
    let made = halved_until(wanted, least, |length| {
        let mut spare = Vec::<u8>::new();
        let n_spare = (length / 4).saturating_mul(size);
        spare.try_reserve_exact(n_spare).ok()?;
        Some((length, of_length(length)?))
    });
    let length = made.as_ref().map_or(least, |(length, _)| *length);
    if length < wanted {
        tracing::warn!(
            wanted,
            length,
            "no memory for {what}: a smaller one is used"
        );
    }
    Some(made?.1)
}

/// What `make` makes of the first of `wanted`, its half and so on for which it succeeds, as long as that is above
/// `least`.
fn halved_until<T>(wanted: usize, least: usize, make: impl Fn(usize) -> Option<T>) -> Option<T> {
    let lengths = std::iter::successors(Some(wanted), |length| Some(length / 2));
    lengths.take_while(|&length| length > least).find_map(make)
}

/// Bytes that stay free for the program when all helper threads have started: a thread takes its stack and the first
/// memory that it allocates, and an allocation that fails elsewhere ends the program.
const SPARE: usize = 24 << 20;

/// Address space that threads take where it is limited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ThreadSpace {
    /// For a helper thread.
    each: u64,
    /// What no helper thread gets.
    spare: u64,
}

impl ThreadSpace {
    /// Each thread has an arena: 64 MiB that glibc sets aside for the allocations of the thread, beside its stack and
    /// its tables. At the first allocation of a thread glibc takes 128 MiB for a moment; the rest of the program may
    /// allocate meanwhile.
    const OF_ARENAS: Self = Self {
        each: 80 << 20,
        spare: 160 << 20,
    };

    /// All threads have one arena.
    const OF_ONE_ARENA: Self = Self {
        each: 16 << 20,
        spare: 32 << 20,
    };
}

/// The environment variable for the most arenas of glibc.
const MOST_ARENAS: &str = "MALLOC_ARENA_MAX";

/// Where the address space of the process is limited, starts the program again with one arena of memory for all
/// threads; elsewhere nothing happens. An arena takes 128 MiB for a moment at the first allocation of a thread, and
/// with a limit of 200 MB an allocation of another thread then ends the program. To be called before anything else
/// is done.
pub fn use_one_arena() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use std::os::unix::process::CommandExt as _;
        let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
        let is_limited = free_address_space(&limits, "VmSize: 0 kB").is_some();
        if !is_limited || std::env::var_os(MOST_ARENAS).is_some() {
            return;
        }
        let mut args = std::env::args_os();
        let mut again = std::process::Command::new("/proc/self/exe");
        if let Some(name) = args.next() {
            again.arg0(name);
        }
        // It returns only on failure; then there are arenas.
        let _ = again.args(args).env(MOST_ARENAS, "1").exec();
    }
}

/// How many helper threads the limit of address space allows now; no limit, or none that can be read, allows all.
fn threads_in_address_space() -> usize {
    let read = |path| std::fs::read_to_string(path).ok();
    let space = read("/proc/self/limits")
        .zip(read("/proc/self/status"))
        .and_then(|(limits, status)| free_address_space(&limits, &status));
    let has_one_arena = std::env::var_os(MOST_ARENAS).is_some_and(|most| most == "1");
    let needed = if has_one_arena {
        ThreadSpace::OF_ONE_ARENA
    } else {
        ThreadSpace::OF_ARENAS
    };
    space.map_or(usize::MAX, |free| {
        usize::try_from(free.saturating_sub(needed.spare) / needed.each).unwrap_or(usize::MAX)
    })
}

/// Bytes of address space that a process may still take, by the texts of Linux about its limits and its status. `None`
/// if there is no limit.
fn free_address_space(limits: &str, status: &str) -> Option<u64> {
    let number_after = |text: &str, label: &str| -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(label))?;
        line.split_whitespace().next()?.parse().ok()
    };
    let limit = number_after(limits, "Max address space")?;
    let taken = number_after(status, "VmSize:")?.saturating_mul(1024);
    Some(limit.saturating_sub(taken))
}

/// Whether `n_bytes` could be had now. They are given back at once.
fn has_room(n_bytes: usize) -> bool {
    black_box(&mut Vec::<u8>::new())
        .try_reserve_exact(n_bytes)
        .is_ok()
}

/// Starts up to `number` threads in a scope; each does the work of its index, from 0. Warns if the system can't start
/// some, or has too little memory or address space for more: their indices are left out.
///
/// Each thread has its first memory before the next one starts. So what is free is known, and cannot be taken by
/// threads that are on their way.
pub fn spawn_up_to<'scope, 'env, T: Send + 'scope, W>(
    scope: &'scope Scope<'scope, 'env>,
    number: usize,
    mut work: impl FnMut(usize) -> W,
) -> Vec<ScopedJoinHandle<'scope, T>>
where
    W: FnOnce() -> T + Send + 'scope,
{
    let mut handles = Vec::new();
    let most = threads_in_address_space();
    for index in 0..number {
        let started = if index < most {
            spawn_one(scope, work(index))
        } else {
            Err(io::ErrorKind::OutOfMemory.into())
        };
        match started {
            Ok(handle) => handles.push(handle),
            Err(error) => {
                let started = handles.len();
                tracing::warn!(wanted = number, started, %error, "fewer threads could be started");
                break;
            }
        }
    }
    handles
}

/// Starts a thread, and waits until it has its first memory.
fn spawn_one<'scope, 'env, T: Send + 'scope>(
    scope: &'scope Scope<'scope, 'env>,
    work: impl FnOnce() -> T + Send + 'scope,
) -> io::Result<ScopedJoinHandle<'scope, T>> {
    if !has_room(SPARE) {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    let (ready, is_ready) = sync_channel(1);
    let handle = Builder::new().spawn_scoped(scope, move || {
        drop(black_box(Vec::<u8>::with_capacity(1)));
        // The other side waits for this message, so it is there to take it.
        let _ = ready.send(());
        work()
    })?;
    // An error means that the thread has ended, and is not on its way either.
    let _ = is_ready.recv();
    Ok(handle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_large_is_smaller() {
        assert_eq!(filled(3, || 7), Some(vec![7; 3]));
        assert_eq!(filled(usize::MAX / 2, || 0u64), None);
        let most = |length: usize| (length <= 100).then_some(length);
        assert_eq!(halved_until(64, 1, most), Some(64));
        assert_eq!(halved_until(1024, 1, most), Some(64));
        assert_eq!(halved_until(1024, 128, most), None);
        assert_eq!(largest_table("a test", 5, 4, || 0u8).len(), 5);
        assert_eq!(largest_table("a test", 2, 4, || 0u8).len(), 4);
        assert_eq!(zeroed(3), Some(vec![0u8; 3]));
        assert_eq!(zeroed::<u64>(usize::MAX / 2), None);
    }

    #[test]
    fn a_limit_of_address_space_is_read() {
        let status = "Name:\ttest\nVmPeak:\t  9000 kB\nVmSize:\t  1024 kB\n";
        let limits = |limit: &str| {
            format!(
                "Limit  Soft Limit  Hard Limit  Units\nMax address space  {limit}  unlimited  bytes\n"
            )
        };
        let free = |limit: &str| free_address_space(&limits(limit), status);
        assert_eq!(free("4194304"), Some(3 << 20));
        assert_eq!(free("1000"), Some(0));
        assert_eq!(free("unlimited"), None);
        assert_eq!(free_address_space("", status), None);
    }

    #[test]
    fn every_thread_has_an_index_of_its_own() {
        let found: Vec<usize> = std::thread::scope(|scope| {
            let threads = spawn_up_to(scope, 3, |index| move || index * index);
            threads
                .into_iter()
                .map(|thread| thread.join().unwrap())
                .collect()
        });
        assert_eq!(found, [0, 1, 4]);
    }
}
