//! Bytes in [postcard's form](https://postcard.jamesmunns.com/wire-format), for what ranks write and read. Whoever else
//! reads or writes it may use postcard itself, but its checks after every field are a good part of what a rank in a
//! browser downloads: the writer here cannot fail, and the reader notes that it has failed and tells at the end.

mod never;
mod read;
mod write;

pub use read::{decode, decode_head};
pub use write::encode;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::{Deserialize, Serialize};

    use super::*;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    enum Kind {
        Unit,
        Newtype(Vec<Option<u16>>),
        Tuple(i8, i16, i32),
        Struct { name: String, at: f64 },
    }

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    struct Everything {
        small: (u8, bool),
        wide: (u64, i64, i128),
        index: usize,
        ratio: f32,
        kinds: Vec<Kind>,
    }

    fn kind() -> impl Strategy<Value = Kind> {
        prop_oneof![
            Just(Kind::Unit),
            proptest::collection::vec(any::<Option<u16>>(), 0..4).prop_map(Kind::Newtype),
            any::<(i8, i16, i32)>().prop_map(|(a, b, c)| Kind::Tuple(a, b, c)),
            (".*", -1e9..1e9).prop_map(|(name, at)| Kind::Struct { name, at }),
        ]
    }

    prop_compose! {
        fn everything()(
            small in any::<(u8, bool)>(),
            wide in any::<(u64, i64, i128)>(),
            index in any::<u32>(),
            ratio in -1e9_f32..1e9,
            kinds in proptest::collection::vec(kind(), 0..4),
        ) -> Everything {
            Everything { small, wide, index: index as usize, ratio, kinds }
        }
    }

    proptest! {
        #[test]
        fn it_is_postcards_form(value in everything()) {
            let bytes = encode(&value);
            prop_assert_eq!(&bytes, &postcard::to_allocvec(&value).unwrap());
            prop_assert_eq!(decode::<Everything>(&bytes), Some(value));
        }

        #[test]
        fn what_is_cut_short_is_nothing(value in everything(), keep in 0.0..1.0) {
            let bytes = encode(&value);
            let cut = (bytes.len() as f64 * keep) as usize;
            prop_assert_eq!(decode::<Everything>(&bytes[..cut]), None);
        }

        #[test]
        fn nonsense_is_read_as_postcard_reads_it(bytes: Vec<u8>) {
            let theirs = postcard::take_from_bytes::<Vec<Kind>>(&bytes).ok();
            let mine = decode_head::<Vec<Kind>>(&bytes);
            prop_assert_eq!(mine.is_some(), theirs.is_some());
            if let (Some((mine, rest)), Some((theirs, other))) = (mine, theirs) {
                prop_assert_eq!(encode(&mine), encode(&theirs));
                prop_assert_eq!(rest, other);
            }
        }
    }
}
