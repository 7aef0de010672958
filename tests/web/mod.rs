//! The page's server, with a client that connects to it over TCP.

mod attacks;
pub(crate) mod client;
mod rules;
mod services;
