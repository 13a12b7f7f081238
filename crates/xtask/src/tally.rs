//! Counting tests from what the test runners print.

use std::iter::Sum;
use std::ops::AddAssign;

/// Tests that passed and failed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
}

impl Tally {
    /// What one line adds: both libtest and wasm-bindgen's runner end with
    /// `test result: ok. 3 passed; 0 failed; 1 ignored; …`. Any other line adds nothing.
    pub fn of_line(line: &str) -> Self {
        let Some((_, counts)) =
            line.trim().strip_prefix("test result: ").and_then(|rest| rest.split_once(". "))
        else {
            return Self::default();
        };
        let count = |word| {
            counts
                .split(';')
                .filter_map(|part| part.trim().split_once(' '))
                .find(|(_, name)| *name == word)
                .and_then(|(number, _)| number.parse().ok())
                .unwrap_or(0)
        };
        Self { passed: count("passed"), failed: count("failed") }
    }

    /// How many tests ran.
    pub fn ran(self) -> u64 {
        self.passed + self.failed
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_count_and_others_do_not() {
        let libtest = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s";
        assert_eq!(Tally::of_line(libtest), Tally { passed: 12, failed: 0 });
        let wasm = "  test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 filtered out; finished in 1.5s";
        assert_eq!(Tally::of_line(wasm), Tally { passed: 3, failed: 2 });
        for line in [
            "test tally::passed ... ok",
            "running 12 tests",
            "",
            "test result: ok",
            "12 passed; 0 failed",
        ] {
            assert_eq!(Tally::of_line(line), Tally::default(), "{line:?}");
        }
    }

    #[test]
    fn tallies_add_up() {
        let sum: Tally =
            [Tally { passed: 1, failed: 2 }, Tally { passed: 3, failed: 4 }].into_iter().sum();
        assert_eq!((sum, sum.ran()), (Tally { passed: 4, failed: 6 }, 10));
    }
}
