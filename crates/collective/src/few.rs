//! A few things at a time, each under its number. Those asked for are mostly the latest, so looking through a list from
//! its end is as quick as a tree here, and a tenth of its code in what a browser loads. Values are boxed, so that the
//! code is one and the same for all of them.

/// Things by number, in the order in which their numbers came.
#[derive(Debug)]
pub(crate) struct Few<K, V>(Vec<(K, Box<V>)>);

impl<K, V> Default for Few<K, V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<K: Copy + PartialEq, V> Few<K, V> {
    fn place(&self, number: K) -> Option<usize> {
        self.0.iter().rposition(|&(known, _)| known == number)
    }

    pub(crate) fn contains(&self, number: K) -> bool {
        self.place(number).is_some()
    }

    pub(crate) fn get(&self, number: K) -> Option<&V> {
        self.0.iter().rev().find(|(known, _)| *known == number).map(|(_, value)| &**value)
    }

    pub(crate) fn get_mut(&mut self, number: K) -> Option<&mut V> {
        self.0.iter_mut().rev().find(|(known, _)| *known == number).map(|(_, value)| &mut **value)
    }

    /// Puts `value` under `number`, in place of what was there.
    pub(crate) fn insert(&mut self, number: K, value: impl Into<Box<V>>) {
        let value = value.into();
        match self.0.iter_mut().rev().find(|(known, _)| *known == number) {
            Some((_, there)) => *there = value,
            None => self.0.push((number, value)),
        }
    }

    pub(crate) fn remove(&mut self, number: K) -> Option<Box<V>> {
        self.place(number).map(|place| self.0.remove(place).1)
    }

    pub(crate) fn numbers(&self) -> impl Iterator<Item = K> + '_ {
        self.0.iter().map(|&(number, _)| number)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &V> {
        self.0.iter().map(|(_, value)| &**value)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (K, &mut V)> {
        self.0.iter_mut().map(|(number, value)| (*number, &mut **value))
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
            let (mut mine, mut model) = (Few::default(), BTreeMap::new());
            for (step, number, value) in steps {
                match step {
                    0 => {
                        mine.insert(number, value);
                        model.insert(number, value);
                    }
                    _ => prop_assert_eq!(mine.remove(number).map(|value| *value), model.remove(&number)),
                }
                prop_assert_eq!(mine.get(number), model.get(&number));
                prop_assert_eq!(mine.contains(number), model.contains_key(&number));
                prop_assert_eq!(mine.get_mut(number), model.get_mut(&number));
                let mut all: Vec<_> = mine.iter_mut().map(|(number, value)| (number, *value)).collect();
                all.sort_unstable();
                let expected: Vec<_> = model.iter().map(|(&number, &value)| (number, value)).collect();
                prop_assert_eq!(all, expected);
            }
        }
    }
}
