//! Functions of vectors of floats, for kernels to include.

/// Defines `exponential`: exp(x) by a power of two and a polynomial on the rest, with a relative error below 3e-7; `x`
/// is held between -87 and 88.
macro_rules! exponential {
    ($(#[$feature:meta])? $ops:ident) => {
        $(#[$feature])?
        #[inline]
        fn exponential(x: $ops::Floats) -> $ops::Floats {
            let x = $ops::max($ops::min(x, $ops::splat(88.0)), $ops::splat(-87.0));
            let power = $ops::round($ops::multiply(x, $ops::splat(std::f32::consts::LOG2_E)));
            // ln 2 in two parts, so that the product of the first with a small integer is exact.
            let rest = $ops::multiply_add(power, $ops::splat(-0.693_359_4), x);
            let rest = $ops::multiply_add(power, $ops::splat(2.121_944_4e-4), rest);
            let mut sum = $ops::splat(1.0 / 720.0);
            for factor in [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
                sum = $ops::multiply_add(sum, rest, $ops::splat(factor));
            }
            $ops::multiply(sum, $ops::power_of_two(power))
        }
    };
}
pub(super) use exponential;

/// Defines `bend`: a vector through an activation. Needs `exponential`.
macro_rules! bend {
    ($(#[$feature:meta])? $ops:ident) => {
        $(#[$feature])?
        #[inline]
        fn bend(curve: Curve, value: $ops::Floats) -> $ops::Floats {
            match curve {
                Curve::Identity => value,
                Curve::Relu => $ops::max(value, $ops::splat(0.0)),
                Curve::Mish => {
                    // With e = exp(x): tanh(ln(1 + e)) = (e² + 2e) / (e² + 2e + 2), without cancellation.
                    let e = exponential($ops::min(value, $ops::splat(30.0)));
                    let n = $ops::multiply(e, $ops::add(e, $ops::splat(2.0)));
                    $ops::multiply(value, $ops::divide(n, $ops::add(n, $ops::splat(2.0))))
                }
                Curve::Silu => {
                    let e = exponential($ops::multiply(value, $ops::splat(-1.0)));
                    $ops::divide(value, $ops::add(e, $ops::splat(1.0)))
                }
            }
        }
    };
}
pub(super) use bend;
