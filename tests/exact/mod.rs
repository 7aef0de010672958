//! Small boards: two solvers that share only the moves must agree, and known values must come out.

mod agreement;
mod deepening;
mod values;
