//! Arguments that are numbers, or expressions that give numbers.

use std::time::Duration;

use serde_json::Value as Json;
use tensor::Scalar;

use super::arguments::{Arguments, Read, short};
use super::error::ProgramError;
use super::expression::{self, Place};

/// Elements that a tensor of a program may have.
pub(crate) const MAX_ELEMENTS: usize = 1 << 24;

/// What `json` is as a number on a rank, or why it is none.
pub(crate) fn number(json: &Json, place: Place) -> Result<Scalar, String> {
    match json {
        Json::Bool(flag) => Ok(Scalar::Bool(*flag)),
        Json::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(whole), _) => Ok(Scalar::I64(whole)),
            (None, Some(float)) if !number.is_u64() => Ok(Scalar::F64(float)),
            _ => Err(expression::too_large(&number.to_string())),
        },
        Json::String(text) => expression::evaluate(text, place)
            .map_err(|why| format!("{text:?} is no expression: {why}")),
        other => Err(format!("{} is neither a number nor an expression", short(other))),
    }
}

impl<'a> Arguments<'a> {
    /// A number, or an expression that gives one.
    pub(crate) fn number(&self, place: &str, json: &Json) -> Read<Scalar> {
        number(json, self.scope().place).map_err(|what| ProgramError::new(place, what))
    }

    pub(crate) fn scalar(&self, key: &'static str) -> Read<Scalar> {
        let json = self.needed(key, "a number")?;
        self.number(&self.path(key), json)
    }

    fn whole_at(&self, place: &str, json: &Json) -> Read<i64> {
        match self.number(place, json)? {
            Scalar::I64(whole) => Ok(whole),
            _ => Err(ProgramError::new(place, format!("{} is no whole number", short(json)))),
        }
    }

    /// A whole number that may be negative.
    pub(crate) fn whole(&self, key: &'static str) -> Read<i64> {
        let json = self.needed(key, "a whole number")?;
        self.whole_at(&self.path(key), json)
    }

    /// Whole numbers that may be negative.
    pub(crate) fn wholes(&self, key: &'static str) -> Read<Vec<isize>> {
        let json = self.needed(key, "a list of whole numbers")?;
        let each = |(at, json)| {
            let whole = self.whole_at(&format!("{}[{at}]", self.path(key)), json)?;
            isize::try_from(whole).map_err(|_| self.wrong(key, format!("{whole} is too large")))
        };
        self.list(key, json)?.iter().enumerate().map(each).collect()
    }

    fn size_at(&self, place: &str, json: &Json) -> Read<usize> {
        let whole = self.whole_at(place, json)?;
        usize::try_from(whole)
            .map_err(|_| ProgramError::new(place, format!("{whole} is negative: give 0 or more")))
    }

    /// A whole number from 0.
    pub(crate) fn size(&self, key: &'static str) -> Read<usize> {
        let json = self.needed(key, "a whole number")?;
        self.size_at(&self.path(key), json)
    }

    pub(crate) fn optional_size(&self, key: &'static str) -> Read<Option<usize>> {
        self.optional(key, Self::size)
    }

    pub(crate) fn sizes(&self, key: &'static str) -> Read<Vec<usize>> {
        let json = self.needed(key, "a list of whole numbers")?;
        self.sizes_at(&self.path(key), json)
    }

    fn sizes_at(&self, place: &str, json: &'a Json) -> Read<Vec<usize>> {
        let Some(items) = json.as_array() else {
            return Err(ProgramError::new(
                place,
                format!("{} is no list of whole numbers", short(json)),
            ));
        };
        let each = |(at, json)| self.size_at(&format!("{place}[{at}]"), json);
        items.iter().enumerate().map(each).collect()
    }

    /// A list of lists of ranks.
    pub(crate) fn rank_lists(&self, key: &'static str) -> Read<Vec<Vec<usize>>> {
        let json = self.needed(key, "a list of lists of ranks")?;
        let each = |(at, json)| self.sizes_at(&format!("{}[{at}]", self.path(key)), json);
        self.list(key, json)?.iter().enumerate().map(each).collect()
    }

    /// Sizes of dimensions; their product is bounded.
    pub(crate) fn shape(&self, key: &'static str) -> Read<Vec<usize>> {
        let shape = self.sizes(key)?;
        self.bounded(key, &shape).map(|()| shape)
    }

    /// As [`shape`](Self::shape), where one size may be -1.
    pub(crate) fn new_shape(&self, key: &'static str) -> Read<Vec<isize>> {
        let shape = self.wholes(key)?;
        let sizes: Vec<usize> = shape.iter().flat_map(|&size| usize::try_from(size)).collect();
        self.bounded(key, &sizes).map(|()| shape)
    }

    fn bounded(&self, key: &str, sizes: &[usize]) -> Read<()> {
        // Where a size is 0 there is no element, yet the others are walked through whenever the tensor is shown.
        let entries =
            sizes.iter().try_fold(1usize, |product, &size| product.checked_mul(size.max(1)));
        let what = match entries {
            Some(entries) if entries <= MAX_ELEMENTS => return Ok(()),
            _ if sizes.contains(&0) => "sizes beside the 0 whose product is more than",
            _ => "more elements than",
        };
        Err(self.wrong(key, format!("{sizes:?} has {what} {MAX_ELEMENTS}: make it smaller")))
    }

    /// A span of time in milliseconds, at most a minute.
    pub(crate) fn milliseconds(&self, key: &'static str) -> Read<Option<Duration>> {
        const MOST: f64 = 60_000.0;
        let Some(json) = self.raw(key) else { return Ok(None) };
        let given = self.number(&self.path(key), json)?.to_f64();
        if (0.0..=MOST).contains(&given) {
            return Ok(Some(Duration::from_secs_f64(given / 1000.0)));
        }
        Err(self.wrong(
            key,
            format!("{} is not allowed: give milliseconds from 0 to {MOST}", short(json)),
        ))
    }
}
