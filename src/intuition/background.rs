//! A network that is loaded while other things are done.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Instant;

use super::asking::Intuition;
use super::loading::{LoadError, PrecisionChoice};

/// A network on its way from its file. Clones share it.
#[derive(Clone, Debug)]
pub struct Loading {
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    path: PathBuf,
    choice: PrecisionChoice,
    loaded: OnceLock<Result<Arc<Intuition>, Arc<LoadError>>>,
}

impl Loading {
    /// Begins to load a file, on a thread of its own. What comes of it is logged.
    #[must_use]
    pub fn start(path: PathBuf, choice: PrecisionChoice) -> Self {
        let shared = Arc::new(Shared {
            path,
            choice,
            loaded: OnceLock::new(),
        });
        let loading = Self { shared };
        let early = loading.clone();
        let thread = thread::Builder::new().name("network".to_owned());
        if let Err(error) = thread.spawn(move || early.wait().is_ok()) {
            tracing::debug!(
                "no thread for the network, which is loaded when it is needed: {error}"
            );
        }
        loading
    }

    /// The network, as soon as it is loaded.
    ///
    /// # Errors
    /// If it can't be.
    pub fn wait(&self) -> Result<Arc<Intuition>, Arc<LoadError>> {
        // Whoever comes first loads; others wait.
        self.shared
            .loaded
            .get_or_init(|| self.shared.load())
            .clone()
    }
}

impl Shared {
    fn load(&self) -> Result<Arc<Intuition>, Arc<LoadError>> {
        let start = Instant::now();
        let loaded = Intuition::load(&self.path, self.choice);
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
