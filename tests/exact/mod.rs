//! Small boards: two solvers that share only the moves agree with each other, and with known values.

mod agreement;
mod certificates;
mod deepening;
mod values;
