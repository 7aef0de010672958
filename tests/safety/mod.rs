//! Claims about life against brute force.

mod benson;
mod oracle;
mod search;
mod static_safety;
