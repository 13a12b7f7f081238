//! Things under numbers, many of them. Numbers grow, so most arrive at the end: a sorted list is as quick as a tree here,
//! with less code.

/// Things by number, in order of their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ByNumber<K, V>(Vec<(K, V)>);

impl<K, V> Default for ByNumber<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Copy + Ord, V> ByNumber<K, V> {
    fn place(&self, number: K) -> Result<usize, usize> {
        self.0.binary_search_by_key(&number, |&(known, _)| known)
    }

    pub(crate) fn get(&self, number: K) -> Option<&V> {
        self.place(number).ok().and_then(|place| self.0.get(place)).map(|(_, value)| value)
    }

    pub(crate) fn get_mut(&mut self, number: K) -> Option<&mut V> {
        let place = self.place(number).ok()?;
        self.0.get_mut(place).map(|(_, value)| value)
    }

    /// What is under `number`; what is there by default, where nothing was.
    pub(crate) fn entry(&mut self, number: K) -> &mut V
    where
        V: Default,
    {
        let place = self.place(number).unwrap_or_else(|place| {
            self.0.insert(place, (number, V::default()));
            place
        });
        &mut self.0[place].1
    }

    /// Puts `value` under `number`, in place of what was there.
    pub(crate) fn insert(&mut self, number: K, value: V) {
        match self.place(number) {
            Ok(place) => self.0[place] = (number, value),
            Err(place) => self.0.insert(place, (number, value)),
        }
    }

    pub(crate) fn remove(&mut self, number: K) -> Option<V> {
        self.place(number).ok().map(|place| self.0.remove(place).1)
    }

    pub(crate) fn values(&self) -> impl DoubleEndedIterator<Item = &V> {
        self.0.iter().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn it_is_a_map(steps in proptest::collection::vec((0..2_u8, 0..20_u32, 0..100_u32), 0..200)) {
            let (mut mine, mut model) = (ByNumber::default(), BTreeMap::new());
            for (step, number, value) in steps {
                match step {
                    0 => {
                        mine.insert(number, value);
                        model.insert(number, value);
                    }
                    _ => prop_assert_eq!(mine.remove(number), model.remove(&number)),
                }
                prop_assert_eq!(mine.get(number), model.get(&number));
                prop_assert_eq!(mine.get_mut(number), model.get_mut(&number));

                let expected: Vec<_> = model.iter().map(|(&number, &value)| (number, value)).collect();
                prop_assert_eq!(&mine.0, &expected);
            }
        }
    }
}
