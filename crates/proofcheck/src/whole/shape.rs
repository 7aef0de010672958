//! A small board as bits: neighbors, connected parts and symmetries.

/// A set of points: bit `row * width + column`, from the lower left corner.
pub(super) type Bits = u32;

/// A board of at most 30 points.
#[derive(Debug)]
pub(super) struct Shape {
    width: u32,
    height: u32,
    /// All points.
    pub(super) full: Bits,
    not_first_column: Bits,
    not_last_column: Bits,
    /// For each symmetry but the identity, the images of all subsets of each byte of a set.
    symmetries: Vec<[[Bits; 256]; 4]>,
}

impl Shape {
    /// The board of so many columns and rows; nothing if it has no points, or too many.
    pub(super) fn new(width: usize, height: usize, most_points: usize) -> Option<Self> {
        let n_points = width.checked_mul(height)?;
        if n_points == 0 || n_points > most_points {
            return None;
        }
        let (width, height) = (u32::try_from(width).ok()?, u32::try_from(height).ok()?);
        let full = 1_u32.checked_shl(width * height)?.checked_sub(1)?;
        let first_column: Bits = (0..height).map(|row| 1 << (row * width)).sum();
        let mut shape = Self {
            width,
            height,
            full,
            not_first_column: full & !first_column,
            not_last_column: full & !(first_column << (width - 1)),
            symmetries: Vec::new(),
        };
        shape.symmetries = shape.images().iter().map(|images| bytes(images)).collect();
        Some(shape)
    }

    /// The points beside points of a set; they may lie in the set.
    pub(super) const fn neighbors(&self, set: Bits) -> Bits {
        ((set & self.not_last_column) << 1)
            | ((set & self.not_first_column) >> 1)
            | ((set << self.width) & self.full)
            | (set >> self.width)
    }

    /// The points of `within` that are connected, within it, with a point of `seed` in it.
    pub(super) fn flood(&self, seed: Bits, within: Bits) -> Bits {
        let mut part = seed & within;
        loop {
            let more = (part | self.neighbors(part)) & within;
            if more == part {
                return part;
            }
            part = more;
        }
    }

    /// The connected parts of a set.
    pub(super) fn parts(&self, set: Bits) -> impl Iterator<Item = Bits> + '_ {
        let mut rest = set;
        std::iter::from_fn(move || {
            (rest != 0).then(|| {
                let part = self.flood(lowest(rest), rest);
                rest &= !part;
                part
            })
        })
    }

    /// Whether a set has room for one eye at most.
    pub(super) fn is_one_eye(&self, set: Bits) -> bool {
        match set.count_ones() {
            0 | 1 => true,
            2 => self.neighbors(lowest(set)) & set != 0,
            _ => false,
        }
    }

    /// The name of a point.
    pub(super) fn name(&self, point: u32) -> String {
        let column = (b'A'..=b'Z').chain(b'a'..=b'z').filter(|&it| it != b'I');
        let column = usize::try_from(point % self.width).map(|at| column.into_iter().nth(at));
        let column = column.ok().flatten().map_or('?', char::from);
        format!("{column}{}", point / self.width + 1)
    }

    /// The image of some sets under each symmetry but the identity.
    pub(super) fn images_of<const N: usize>(
        &self,
        sets: [Bits; N],
    ) -> impl Iterator<Item = [Bits; N]> + '_ {
        self.symmetries
            .iter()
            .map(move |table| sets.map(|set| image(table, set)))
    }

    /// For each symmetry but the identity, the image of each point.
    fn images(&self) -> Vec<Vec<u32>> {
        let (width, height) = (self.width, self.height);
        let mut all: Vec<Vec<u32>> = Vec::new();
        for number in 0..8 {
            let (turned, mirrored, upturned) = (number & 4 != 0, number & 2 != 0, number & 1 != 0);
            if turned && width != height {
                continue;
            }
            let images = (0..width * height).map(|point| {
                let (row, column) = (point / width, point % width);
                let row = if upturned { height - 1 - row } else { row };
                let column = if mirrored { width - 1 - column } else { column };
                if turned {
                    column * width + row
                } else {
                    row * width + column
                }
            });
            all.push(images.collect());
        }
        all.remove(0);
        all
    }
}

/// The least point of a set as a set; empty if there is none.
pub(super) const fn lowest(set: Bits) -> Bits {
    set & set.wrapping_neg()
}

/// The points of a set, each as a set, the least first.
pub(super) fn each(mut set: Bits) -> impl Iterator<Item = Bits> {
    std::iter::from_fn(move || {
        let first = lowest(set);
        set &= !first;
        (first != 0).then_some(first)
    })
}

/// The images of all subsets of each byte of a set, from those of the points.
fn bytes(images: &[u32]) -> [[Bits; 256]; 4] {
    let mut table = [[0; 256]; 4];
    for (byte, row) in table.iter_mut().enumerate() {
        for (subset, image) in row.iter_mut().enumerate() {
            let points = (0..8).filter(|bit| subset >> bit & 1 != 0);
            let points = points.filter_map(|bit| images.get(8 * byte + bit));
            *image = points.map(|&point| 1 << point).sum();
        }
    }
    table
}

fn image(table: &[[Bits; 256]; 4], set: Bits) -> Bits {
    let rows = table.iter().zip(set.to_le_bytes());
    rows.fold(0, |image, (row, byte)| image | row[usize::from(byte)])
}
