//! Indices of elements, and lists of ranks.

/// The place of element `index` in its tensor: `[1, 0]`.
pub fn place(index: usize, shape: &[usize]) -> Vec<usize> {
    let mut rest = index;
    let mut place: Vec<usize> = shape
        .iter()
        .rev()
        .map(|&size| {
            let size = size.max(1);
            let here = rest % size;
            rest /= size;
            here
        })
        .collect();
    place.reverse();
    place
}

/// A mask's ranks: `0–3, 5`.
pub fn ranks(mask: u64) -> String {
    let mut text = String::new();
    let mut rank = 0;
    while rank < 64 {
        if mask >> rank & 1 == 0 {
            rank += 1;
            continue;
        }
        let run = (mask >> rank).trailing_ones();
        let (first, last) = (rank, rank + run - 1);
        if !text.is_empty() {
            text.push_str(", ");
        }
        text.push_str(&first.to_string());
        if run > 1 {
            text.push_str(if run > 2 { "–" } else { ", " });
            text.push_str(&last.to_string());
        }
        rank += run;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_listed_shortly() {
        assert_eq!(ranks(0b1111), "0–3");
        assert_eq!(ranks(0b101101), "0, 2, 3, 5");
        assert_eq!(ranks(u64::MAX), "0–63");
        assert_eq!(ranks(1 << 63), "63");
        assert_eq!(ranks(0), "");
    }

    #[test]
    fn elements_know_their_place() {
        assert_eq!(place(7, &[2, 3, 2]), [1, 0, 1]);
        assert_eq!(place(3, &[8]), [3]);
        assert_eq!(place(0, &[]), [0; 0]);
    }
}
