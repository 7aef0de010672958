//! Claims about life against brute force.

mod benson;
mod oracle;
mod static_safety;
