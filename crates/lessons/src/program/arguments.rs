//! A call's arguments, read one by one: each method takes an argument by name, and tells where and why it cannot be.

use collective::ReduceOp;
use collective::algorithm::Algorithm;
use serde_json::{Map, Value as Json};
use std::cell::RefCell;
use tensor::DType;

use super::error::ProgramError;
use super::scope::{Kind, Scope};

pub(crate) type Read<T> = Result<T, ProgramError>;

/// The arguments of one call, or of one entry of a list in it.
pub(crate) struct Arguments<'a> {
    place: String,
    given: &'a Map<String, Json>,
    scope: &'a Scope,
    asked: RefCell<Vec<&'static str>>,
    mentioned: RefCell<Mentions>,
}

/// The names that a call mentions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mentions {
    /// Those that it makes.
    pub made: Vec<(String, Kind)>,
    /// Those that it uses, each with the argument that has it.
    pub used: Vec<(String, String)>,
}

impl<'a> Arguments<'a> {
    pub(crate) fn new(place: String, json: &'a Json, scope: &'a Scope) -> Read<Self> {
        match json.as_object() {
            Some(given) => Ok(Self {
                place,
                given,
                scope,
                asked: RefCell::default(),
                mentioned: RefCell::default(),
            }),
            None => Err(ProgramError::new(place, format!("{} is no object", short(json)))),
        }
    }

    /// The error that says `what` about argument `key`.
    pub(crate) fn wrong(&self, key: &str, what: impl Into<String>) -> ProgramError {
        ProgramError::new(self.path(key), what)
    }

    pub(crate) fn path(&self, key: &str) -> String {
        format!("{}.{key}", self.place)
    }

    pub(crate) fn scope(&self) -> &Scope {
        self.scope
    }

    /// The argument as it was written, if it was given: `null` is as good as nothing.
    pub(crate) fn raw(&self, key: &'static str) -> Option<&'a Json> {
        self.asked.borrow_mut().push(key);
        self.given.get(key).filter(|json| !json.is_null())
    }

    /// As [`raw`](Self::raw), where `null` is a value like others.
    pub(crate) fn any_json(&self, key: &'static str) -> Option<&'a Json> {
        self.asked.borrow_mut().push(key);
        self.given.get(key)
    }

    pub(crate) fn needed(&self, key: &'static str, what: &str) -> Read<&'a Json> {
        self.raw(key).ok_or_else(|| self.wrong(key, format!("it is missing: give {what}")))
    }

    /// Whether an argument was given, without asking for it.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.given.get(key).is_some_and(|json| !json.is_null())
    }

    /// What `read` makes of the argument, if it was given.
    pub(crate) fn optional<T>(
        &self,
        key: &'static str,
        read: impl FnOnce(&Self, &'static str) -> Read<T>,
    ) -> Read<Option<T>> {
        if self.raw(key).is_none() { Ok(None) } else { read(self, key).map(Some) }
    }

    pub(crate) fn text(&self, key: &'static str) -> Read<&'a str> {
        let what = "a text";
        let json = self.needed(key, what)?;
        json.as_str().ok_or_else(|| self.wrong(key, format!("{} is no text", short(json))))
    }

    pub(crate) fn optional_text(&self, key: &'static str) -> Read<Option<&'a str>> {
        self.optional(key, Self::text)
    }

    pub(crate) fn flag(&self, key: &'static str) -> Read<Option<bool>> {
        let Some(json) = self.raw(key) else { return Ok(None) };
        match json.as_bool() {
            Some(flag) => Ok(Some(flag)),
            None => Err(self.wrong(key, format!("{} is neither true nor false", short(json)))),
        }
    }

    /// The name of something that an earlier call made.
    pub(crate) fn name(&self, key: &'static str, kind: Kind) -> Read<String> {
        let json = self.needed(key, &format!("the name of a {}", kind.noun()))?;
        self.named(&self.path(key), json, kind)
    }

    fn named(&self, place: &str, json: &Json, kind: Kind) -> Read<String> {
        let known = || self.scope.known(kind);
        let wrong = |what: String| ProgramError::new(place, what);
        let Some(name) = json.as_str() else {
            return Err(wrong(format!(
                "{} is not the name of a {}: {}",
                short(json),
                kind.noun(),
                known()
            )));
        };
        match self.scope.kind(name) {
            Some(found) if found == kind => {
                self.mentioned.borrow_mut().used.push((name.to_owned(), place.to_owned()));
                Ok(name.to_owned())
            }
            Some(found) => Err(wrong(format!(
                "{name} is a {}, not a {}: {}",
                found.noun(),
                kind.noun(),
                known()
            ))),
            None => Err(wrong(format!("there is no {} {name} here: {}", kind.noun(), known()))),
        }
    }

    pub(crate) fn tensor(&self, key: &'static str) -> Read<String> {
        self.name(key, Kind::Tensor)
    }

    pub(crate) fn tensors(&self, key: &'static str) -> Read<Vec<String>> {
        let json = self.needed(key, "a list of tensors")?;
        let each = |(at, json): (usize, &Json)| {
            self.named(&format!("{}[{at}]", self.path(key)), json, Kind::Tensor)
        };
        self.list(key, json)?.iter().enumerate().map(each).collect()
    }

    pub(crate) fn optional_tensors(&self, key: &'static str) -> Read<Option<Vec<String>>> {
        self.optional(key, Self::tensors)
    }

    pub(crate) fn optional_group(&self) -> Read<Option<String>> {
        self.optional("group", |arguments, key| arguments.name(key, Kind::Group))
    }

    pub(crate) fn list(&self, key: &str, json: &'a Json) -> Read<&'a [Json]> {
        let items = json.as_array().map(Vec::as_slice);
        items.ok_or_else(|| self.wrong(key, format!("{} is no list", short(json))))
    }

    pub(crate) fn texts(&self, key: &'static str) -> Read<Vec<String>> {
        let json = self.needed(key, "a list of texts")?;
        let each = |json: &Json| {
            let text = json.as_str().map(str::to_owned);
            text.ok_or_else(|| self.wrong(key, format!("{} is no text", short(json))))
        };
        self.list(key, json)?.iter().map(each).collect()
    }

    pub(crate) fn dtype(&self) -> Read<Option<DType>> {
        let known = DType::ALL.map(DType::name);
        self.choice("dtype", DType::from_name, &known)
    }

    /// The reduction; SUM where none is given, as torch has it.
    pub(crate) fn op(&self) -> Read<ReduceOp> {
        let known = ReduceOp::ALL.map(ReduceOp::name);
        Ok(self.choice("op", ReduceOp::from_name, &known)?.unwrap_or(ReduceOp::Sum))
    }

    pub(crate) fn algorithm(&self) -> Read<Option<Algorithm>> {
        let known = Algorithm::ALL.map(Algorithm::name);
        self.choice("algorithm", Algorithm::from_name, &known)
    }

    pub(super) fn choice<T>(
        &self,
        key: &'static str,
        from_name: fn(&str) -> Option<T>,
        known: &[&str],
    ) -> Read<Option<T>> {
        let Some(name) = self.optional_text(key)? else { return Ok(None) };
        let unknown =
            || self.wrong(key, format!("{name} is not known: choose from {}", known.join(", ")));
        from_name(name).map(Some).ok_or_else(unknown)
    }

    /// The name under which a call's result will be known.
    pub(crate) fn result(&self, kind: Kind) -> Read<String> {
        let name = self.text("as")?;
        self.mentioned.borrow_mut().made.push((name.to_owned(), kind));
        Ok(name.to_owned())
    }

    /// As [`result`](Self::result), where the result need not have a name.
    pub(crate) fn optional_result(&self, kind: Kind) -> Read<Option<String>> {
        self.optional_name("as", kind)
    }

    /// The name under which something else that the call tells will be known.
    pub(crate) fn optional_name(&self, key: &'static str, kind: Kind) -> Read<Option<String>> {
        let Some(name) = self.optional_text(key)? else { return Ok(None) };
        self.mentioned.borrow_mut().made.push((name.to_owned(), kind));
        Ok(Some(name.to_owned()))
    }

    /// What an entry of a list in this call mentions.
    pub(crate) fn mention_all(&self, of_entry: Mentions) {
        let mut mentioned = self.mentioned.borrow_mut();
        mentioned.made.extend(of_entry.made);
        mentioned.used.extend(of_entry.used);
    }

    /// Refuses what no one asked for; gives the names that the call mentions.
    pub(crate) fn finish(self) -> Read<Mentions> {
        let asked = self.asked.borrow();
        match self.given.keys().find(|key| !asked.contains(&key.as_str())) {
            None => Ok(self.mentioned.take()),
            Some(key) => {
                let mut known: Vec<&str> =
                    asked.iter().copied().filter(|key| *key != "call").collect();
                known.sort_unstable();
                known.dedup();
                Err(self.wrong(
                    key,
                    format!("it is not an argument here: the arguments are {}", known.join(", ")),
                ))
            }
        }
    }
}

/// A value in a sentence: what it is, and its beginning.
pub(crate) fn short(json: &Json) -> String {
    const LONGEST: usize = 40;
    let text = json.to_string();
    match text.char_indices().nth(LONGEST) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
