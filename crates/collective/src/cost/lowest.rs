/// Seconds against bytes, of what takes a time for itself and a time for each byte.
///
/// ```
/// # use collective::cost::Line;
/// assert_eq!(Line { fixed: 1.0, per_byte: 0.5 }.at(8.0), 5.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// Seconds for no bytes at all.
    pub fixed: f64,
    /// Seconds for each byte.
    pub per_byte: f64,
}

impl Line {
    /// Seconds for so many bytes.
    ///
    /// ```
    /// # use collective::cost::Line;
    /// assert_eq!(Line { fixed: 2.0, per_byte: 1.0 }.at(3.0), 5.0);
    /// ```
    pub fn at(&self, bytes: f64) -> f64 {
        self.fixed + self.per_byte * bytes
    }
}

/// Where which of `lines` is the lowest, from `from` bytes on to `to`: the size at which each stretch begins, and its line.
/// Of two that are the same the first counts.
///
/// ```
/// # use collective::cost::{Line, lowest};
/// let lines = [Line { fixed: 9.0, per_byte: 1.0 }, Line { fixed: 1.0, per_byte: 2.0 }];
/// assert_eq!(lowest(&lines, 2.0, 100.0), [(2.0, 1), (8.0, 0)]);
/// ```
pub fn lowest(lines: &[Line], from: f64, to: f64) -> Vec<(f64, usize)> {
    let mut stretches = Vec::new();
    let mut here = from;
    // Where two are as low, the flatter one is lower from here on.
    let lower =
        |one: &Line, other: &Line| (one.at(from), one.per_byte) < (other.at(from), other.per_byte);
    let Some(mut lowest) = (0..lines.len())
        .reduce(|best, next| if lower(&lines[next], &lines[best]) { next } else { best })
    else {
        return stretches;
    };
    loop {
        stretches.push((here, lowest));
        let now = lines[lowest];
        // The next is the one that the line meets first, and of those that it meets there the flattest.
        let mut next: Option<(f64, usize)> = None;
        for (index, line) in lines.iter().enumerate().filter(|(_, l)| l.per_byte < now.per_byte) {
            let meets = (line.fixed - now.fixed) / (now.per_byte - line.per_byte);
            let sooner =
                |(at, best): (f64, usize)| (meets, line.per_byte) < (at, lines[best].per_byte);
            if meets < to && next.is_none_or(sooner) {
                next = Some((meets.max(here), index));
            }
        }
        match next {
            Some(found) => (here, lowest) = found,
            None => return stretches,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn line() -> impl Strategy<Value = Line> {
        (0..50_u32, 0..50_u32)
            .prop_map(|(fixed, per_byte)| Line { fixed: fixed.into(), per_byte: per_byte.into() })
    }

    proptest! {
        #[test]
        fn it_is_the_lowest_everywhere(lines in proptest::collection::vec(line(), 1..9)) {
            let stretches = lowest(&lines, 0.25, 64.0);
            prop_assert_eq!(stretches[0].0, 0.25);
            prop_assert!(stretches.windows(2).all(|pair| pair[0].0 < pair[1].0), "{:?}", stretches);
            for quarter in 1..256 {
                let bytes = f64::from(quarter) / 4.0;
                let lowest = lines.iter().map(|line| line.at(bytes)).fold(f64::INFINITY, f64::min);
                let (_, here) = *stretches.iter().rfind(|(from, _)| *from <= bytes).unwrap();
                prop_assert!((lines[here].at(bytes) - lowest).abs() < 1e-9, "{}", bytes);
            }
        }
    }

    #[test]
    fn of_no_lines_there_is_none() {
        assert_eq!(lowest(&[], 1.0, 2.0), []);
    }
}
