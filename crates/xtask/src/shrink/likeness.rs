//! An order of byte strings in which those that are alike are neighbours, which is what compressors want.

use std::cmp::Ordering;
use std::collections::HashMap;

/// How many bytes in a row are compared.
const RUN: usize = 6;
/// How many strings before a place are asked what comes there.
const WINDOW: usize = 18;
/// A run of bytes that more strings have than these says nothing about any of them.
const COMMON: usize = 60;
/// So many bytes count as nothing where a string's length is held against it, so that short ones do not come first.
const SHORT: usize = 1500;

/// An order of `strings`, as their indices: the longest one, and after each the one that shares most with the latest.
/// The fewer strings have a run of bytes, the more it
/// counts; a long string has to share more.
pub fn order(strings: &[&[u8]]) -> Vec<usize> {
    let runs = strings.iter().map(|string| runs_of(string)).collect::<Vec<_>>();
    let mut holders = HashMap::<u64, Vec<usize>>::new();
    for (index, runs) in runs.iter().enumerate() {
        for run in runs {
            holders.entry(*run).or_default().push(index);
        }
    }
    holders.retain(|_, holders| (2..=COMMON).contains(&holders.len()));

    let mut left = (0..strings.len()).collect::<Vec<_>>();
    let mut order = Vec::<usize>::new();
    let mut shared = strings.iter().map(|string| string.len() as f64).collect::<Vec<_>>();
    while let Some(place) = (0..left.len()).max_by(|one, other| {
        let score = |place: &usize| {
            let index = *left.get(*place)?;
            Some(shared.get(index)? / (strings.get(index)?.len() + SHORT) as f64)
        };
        score(one).partial_cmp(&score(other)).unwrap_or(Ordering::Equal)
    }) {
        order.push(left.remove(place));
        shared.fill(0.0);
        for index in order.iter().rev().take(WINDOW) {
            for holders in runs.get(*index).into_iter().flatten().filter_map(|run| holders.get(run))
            {
                for holder in holders {
                    shared[*holder] += 1.0 / (holders.len() - 1) as f64;
                }
            }
        }
    }
    order
}

/// Every run of bytes in a string, once.
fn runs_of(string: &[u8]) -> Vec<u64> {
    let number = |run: &[u8]| run.iter().fold(0, |number, byte| number << 8 | u64::from(*byte));
    let mut runs = string.windows(RUN).map(number).collect::<Vec<_>>();
    runs.sort_unstable();
    runs.dedup();
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_alike_is_together() {
        let strings: [&[u8]; 6] = [
            b"send to the next rank",
            b"0123456789abcdef",
            b"then receive from the one before, in a ring",
            b"0123456789ABCDEF",
            b"send to the next rank, and receive from the one before",
            b"quite another thing",
        ];
        let order = order(&strings);
        assert_eq!(order.get(..3), Some(&[4, 2, 0][..]));
        let place = |index| order.iter().position(|other| *other == index);
        assert_eq!(place(1).zip(place(3)).map(|(one, other)| one.abs_diff(other)), Some(1));
    }

    #[test]
    fn every_string_is_there_once_whatever_they_are() {
        let mut same = order(&[b"again and again".as_slice(); 150]);
        same.sort_unstable();
        assert_eq!(same, (0..150).collect::<Vec<_>>());
        assert!(order(&[]).is_empty());
    }
}
