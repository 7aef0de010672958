//! Claims about life against brute force.

mod benson;
mod eye_space;
mod oracle;
mod search;
mod static_safety;
