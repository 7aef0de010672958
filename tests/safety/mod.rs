//! Claims about life, compared with brute force.

mod benson;
mod eye_space;
mod oracle;
mod search;
mod static_safety;
