use std::fmt;

use serde::{de, ser};

/// An error that there is none of: what is wrong with bytes is noted by the reader alone, and whatever ranks hold can be
/// written.
#[derive(Debug)]
pub(super) enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl de::Error for Never {
    fn custom<T: fmt::Display>(_: T) -> Self {
        // Types make errors of variants that they have not, of texts that are none and of lists that end too early: the
        // reader hands none of these over, whatever the bytes. Nothing that is read has a rule of its own.
        unreachable!("a value that its type refuses")
    }
}

impl ser::Error for Never {
    fn custom<T: fmt::Display>(message: T) -> Self {
        // For types that refuse some of their values; none that ranks write does.
        unreachable!("{message}")
    }
}
