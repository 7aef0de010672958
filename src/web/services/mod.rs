//! The requests of a page: each service is one entry of a table, found by its name.

mod board;
mod examples;
mod files;
mod hello;
mod layers;
mod play;
mod problems;
mod questions;
mod record;
mod rules;
mod score;
mod search;
mod service;

pub(crate) use service::{Background, Handling, Service, Step};

/// The tables of all files here.
const TABLES: &[&[Service]] = &[
    hello::TABLE,
    record::TABLE,
    examples::TABLE,
    board::TABLE,
    layers::TABLE,
    score::TABLE,
    search::TABLE,
    questions::TABLE,
    problems::TABLE,
    play::TABLE,
    files::TABLE,
    rules::TABLE,
];

/// All services.
pub(crate) fn all() -> impl Iterator<Item = &'static Service> {
    TABLES.iter().copied().flatten()
}

/// The service with this name.
#[must_use]
pub(crate) fn find(name: &str) -> Option<&'static Service> {
    all().find(|service| service.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        let mut names: Vec<&str> = all().map(|service| service.name).collect();
        let n_services = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), n_services);
    }

    #[test]
    fn the_contract_names_every_service() {
        let contract = include_str!("../../../docs/design/web.md");
        for service in all() {
            let row = format!("| `{}` |", service.name);
            assert!(
                contract.contains(&row),
                "docs/design/web.md has no row for {}",
                service.name
            );
        }
    }
}
