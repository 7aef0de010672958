//! How many threads search together: `search.threads`.

use std::thread;

use serde::{Deserialize, Serialize};

use super::memory::Auto;

/// A number of threads that the user sets, or as many as the machine has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(super) enum ThreadCount {
    /// As many as the machine has room for; written `"auto"`.
    Machine(Auto),
    /// As many as set.
    Number(usize),
}

impl ThreadCount {
    pub(super) const AUTO: Self = Self::Machine(Auto::Auto);

    /// The number, at least 1.
    pub(super) fn number(self) -> usize {
        match self {
            Self::Machine(Auto::Auto) => beside_a_client(),
            Self::Number(number) => number,
        }
    }
}

/// The physical cores that this process may use, by its affinity and the limits of its container, less one for the
/// client; at least 1. A second thread on one core would gain little, and a client without a core draws late.
fn beside_a_client() -> usize {
    let allowed = thread::available_parallelism().map_or(1, usize::from);
    num_cpus::get_physical()
        .min(allowed)
        .saturating_sub(1)
        .max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_core_is_left_to_the_client() {
        let allowed = thread::available_parallelism().map_or(1, usize::from);
        let number = ThreadCount::AUTO.number();
        assert!(number >= 1 && number <= (allowed - 1).max(1), "{number}");
        assert_eq!(ThreadCount::Number(7).number(), 7);
    }
}
