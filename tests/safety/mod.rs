//! Claims about life against brute force.

mod benson;
mod oracle;
