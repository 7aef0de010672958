//! A network that is loaded while other things are done.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::evaluate::Intuition;
use super::loading::{LoadError, PrecisionChoice};
use super::source::NetworkSource;
use crate::base::Budget;

/// How long to sleep between two looks whether the network is there.
const NAP: Duration = Duration::from_millis(2);

/// How long to wait before the log names what is waited for.
const PATIENCE: Duration = Duration::from_secs(1);

/// The networks in use or on their way, each with whether a thread loads it.
static KNOWN: Mutex<Vec<(Weak<Shared>, bool)>> = Mutex::new(Vec::new());

/// A network on its way from its file. Clones share it.
#[derive(Clone, Debug)]
pub struct Loading {
    shared: Arc<Shared>,
    /// Whether a thread loads it. If the system refused one, the first use loads it.
    has_thread: bool,
}

#[derive(Debug)]
struct Shared {
    source: NetworkSource,
    choice: PrecisionChoice,
    loaded: OnceLock<Result<Arc<Intuition>, Arc<LoadError>>>,
    /// Whether the log names it as waited for.
    is_announced: AtomicBool,
}

impl Loading {
    /// Begins to load a network, on a thread of its own. The outcome is logged. If the same network is already in use,
    /// in the same choice of precision, it is shared, and nothing is loaded: many engines need no more memory for it
    /// than one.
    #[must_use]
    pub fn start(source: NetworkSource, choice: PrecisionChoice) -> Self {
        Self::known_or(source, choice, Self::begin)
    }

    /// A network that the first use loads. One that is in use already is shared.
    #[must_use]
    pub fn when_needed(source: NetworkSource, choice: PrecisionChoice) -> Self {
        Self::known_or(source, choice, |shared| Self {
            shared,
            has_thread: false,
        })
    }

    /// The network if it is in use, else a new one.
    fn known_or(
        source: NetworkSource,
        choice: PrecisionChoice,
        make: impl FnOnce(Arc<Shared>) -> Self,
    ) -> Self {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|(shared, _)| shared.strong_count() > 0);
        let mut live = known.iter().filter_map(|(shared, has_thread)| {
            let shared = shared.upgrade()?;
            let is_same =
                shared.source == source && shared.choice == choice && !shared.has_failed();
            is_same.then_some(Self {
                shared,
                has_thread: *has_thread,
            })
        });
        if let Some(loading) = live.next() {
            return loading;
        }
        let loading = make(Arc::new(Shared {
            source,
            choice,
            loaded: OnceLock::new(),
            is_announced: AtomicBool::new(false),
        }));
        known.push((Arc::downgrade(&loading.shared), loading.has_thread));
        loading
    }

    /// Begins to load a network that is not in use.
    fn begin(shared: Arc<Shared>) -> Self {
        let early = Arc::clone(&shared);
        let thread = thread::Builder::new().name("network".to_owned());
        let started = thread.spawn(move || {
            early.loaded.get_or_init(|| early.load());
        });
        if let Err(error) = &started {
            tracing::debug!(
                "no thread for the network, which is loaded when it is needed: {error}"
            );
        }
        Self {
            shared,
            has_thread: started.is_ok(),
        }
    }

    /// The network, as soon as it is loaded; nothing if the budget is cancelled or its deadline comes first.
    ///
    /// # Errors
    /// If it can't be loaded.
    pub fn wait(&self, budget: &Budget) -> Result<Option<Arc<Intuition>>, Arc<LoadError>> {
        if !self.has_thread {
            self.shared.loaded.get_or_init(|| self.shared.load());
        }
        let start = Instant::now();
        loop {
            if let Some(loaded) = self.shared.loaded.get() {
                return loaded.clone().map(Some);
            }
            if budget.check().is_err() {
                return Ok(None);
            }
            if start.elapsed() >= PATIENCE {
                self.shared.announce();
            }
            thread::sleep(NAP);
        }
    }
}

impl Shared {
    /// Whether it can't be loaded. A file may be there when it is tried again.
    fn has_failed(&self) -> bool {
        matches!(self.loaded.get(), Some(Err(_)))
    }

    /// One line in the log, at the first call, that the network is waited for.
    fn announce(&self) {
        if !self.is_announced.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "the network {} is still being loaded and timed; what needs it waits",
                self.source
            );
        }
    }

    fn load(&self) -> Result<Arc<Intuition>, Arc<LoadError>> {
        let start = Instant::now();
        let loaded = Intuition::load(&self.source, self.choice);
        match &loaded {
            Ok(network) => tracing::info!(
                "network {} of version {}: {}, ready after {:.2} s",
                network.name(),
                network.version(),
                network.describe(),
                start.elapsed().as_secs_f64()
            ),
            Err(error) => tracing::error!("no network: {error}"),
        }
        loaded.map(Arc::new).map_err(Arc::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::CancelToken;

    #[test]
    fn waiting_ends_with_the_budget_and_with_the_error() {
        let nowhere = NetworkSource::File("there/is/no/such.bin.gz".into());
        let loading = Loading::start(nowhere.clone(), PrecisionChoice::F32);
        let error = loading.wait(&Budget::unlimited()).unwrap_err();
        assert!(error.to_string().contains("such.bin.gz"), "{error}");
        // No thread loads this one.
        let stalled = Loading {
            shared: Arc::new(Shared {
                source: nowhere,
                choice: PrecisionChoice::F32,
                loaded: OnceLock::new(),
                is_announced: AtomicBool::new(false),
            }),
            has_thread: true,
        };
        let cancel = CancelToken::new();
        cancel.cancel();
        let cancelled = Budget::unlimited().with_cancel(&cancel);
        assert!(stalled.wait(&cancelled).unwrap().is_none());
        let late = Budget::unlimited().until(Instant::now());
        assert!(stalled.wait(&late).unwrap().is_none());
    }

    #[test]
    fn the_same_network_is_loaded_once() {
        let start = |choice| Loading::start(NetworkSource::Embedded, choice);
        let loadings = [
            start(PrecisionChoice::F32),
            start(PrecisionChoice::F32),
            start(PrecisionChoice::Bf16),
        ];
        let [one, same, other] =
            loadings.map(|loading| loading.wait(&Budget::unlimited()).unwrap().unwrap());
        assert!(Arc::ptr_eq(&one, &same));
        assert!(!Arc::ptr_eq(&one, &other));
    }
}
