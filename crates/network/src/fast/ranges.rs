//! Which numbers occur at the places that are rounded to bytes, from evaluations with floats.

use super::geometry::Geometry;
use super::planes::Plane;
use super::step::Rounding;

/// How far the steps of quiet channels are adapted to them: 0 gives all channels of a place the same step, 1 each its
/// own. In between, neither activations nor weights lose much (after Xiao and others, "SmoothQuant", 2022, section 4).
const ADAPTATION: f32 = 0.5;

/// A channel counts as at least this loud, as a part of the loudest.
const LEAST_SPAN: f32 = 1e-3;

/// The smallest and the largest number of each channel, at each place.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranges {
    sites: Vec<Vec<[f32; 2]>>,
}

impl Ranges {
    /// Takes a plane of floats into account.
    pub(super) fn see(&mut self, site: usize, plane: &Plane, geometry: Geometry) {
        if self.sites.len() <= site {
            self.sites.resize_with(site + 1, Vec::new);
        }
        let numbers = plane.floats();
        let channels = numbers.len() / geometry.n_stored();
        let range = &mut self.sites[site];
        range.resize(channels, [0.0; 2]);
        for row in geometry.rows() {
            for point in numbers[row * channels..]
                .chunks_exact(channels)
                .take(geometry.width)
            {
                for ([low, high], &value) in range.iter_mut().zip(point) {
                    *low = low.min(value);
                    *high = high.max(value);
                }
            }
        }
    }

    /// What the channels of a place are multiplied by, so that they are more even.
    ///
    /// # Panics
    /// If the place was never measured.
    pub(super) fn factors(&self, site: usize) -> Vec<f32> {
        let sizes = || self.sites[site].iter().map(|[low, high]| high.max(-low));
        let loudest = sizes().fold(f32::MIN_POSITIVE, f32::max);
        let factor = |size: f32| (size / loudest).max(LEAST_SPAN).powf(-ADAPTATION);
        sizes().map(factor).collect()
    }

    /// How numbers at a place become bytes up to `most`. Numbers beyond those that were measured become the nearest
    /// byte.
    ///
    /// # Panics
    /// If the place was never measured.
    pub(super) fn rounding(&self, site: usize, most: u8) -> Rounding {
        let range = &self.sites[site];
        let channels = range.len();
        let loudest = range
            .iter()
            .map(|[low, high]| high - low)
            .fold(f32::MIN_POSITIVE, f32::max);
        let mut rounding = Rounding {
            scale: Vec::with_capacity(channels),
            zero: Vec::with_capacity(channels),
            border: Vec::new(),
            most,
        };
        for &[low, high] in range {
            let loudness = ((high - low) / loudest).max(LEAST_SPAN);
            let span = loudest * loudness.powf(ADAPTATION);
            let scale = f32::from(most) / span;
            rounding.scale.push(scale);
            rounding.zero.push((-low * scale).round());
        }
        if rounding.zero.iter().any(|zero| zero.abs() > 0.5) {
            rounding.border = rounding.zero.iter().map(|&zero| byte(zero)).collect();
        }
        rounding
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "a whole number from 0 to 255"
)]
#[expect(clippy::cast_sign_loss, reason = "a whole number from 0 to 255")]
fn byte(rounded: f32) -> u8 {
    rounded as u8
}
