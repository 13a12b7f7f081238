use collective::Collective;
use collective::cost::{PRESETS, Preset};

/// The collectives whose time depends on bytes.
pub const COLLECTIVES: [Collective; 8] = [
    Collective::AllReduce,
    Collective::AllGather,
    Collective::ReduceScatter,
    Collective::AllToAll,
    Collective::Broadcast,
    Collective::Reduce,
    Collective::Scatter,
    Collective::Gather,
];

/// Ranks there may be.
pub const RANKS: std::ops::RangeInclusive<usize> = 2..=64;

/// A kind of link.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Link {
    /// One whose figures are known.
    Preset(&'static Preset),
    /// Between ranks on this machine, as measured.
    Measured,
}

impl Link {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Link> {
        PRESETS.iter().map(Link::Preset).chain([Link::Measured])
    }

    /// Its name in addresses.
    pub fn id(self) -> &'static str {
        match self {
            Link::Preset(preset) => preset.id,
            Link::Measured => "measured",
        }
    }
}

/// What the reader wants a forecast of.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Forecast {
    /// The collective.
    pub collective: Collective,
    /// Ranks; `None`: as many as the fields ask for.
    pub ranks: Option<usize>,
    /// The link between any two of them.
    pub link: Link,
}

impl Default for Forecast {
    fn default() -> Self {
        Self { collective: COLLECTIVES[0], ranks: None, link: Link::Preset(&PRESETS[0]) }
    }
}

impl Eq for Forecast {}

/// What can be chosen of a forecast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ForecastField {
    /// The collective.
    Collective,
    /// Ranks.
    Ranks,
    /// The link.
    Link,
}

impl ForecastField {
    /// All of them, as they stand on the page and in addresses.
    pub const ALL: [Self; 3] = [Self::Collective, Self::Ranks, Self::Link];

    /// Its name in addresses and forms.
    pub fn key(self) -> &'static str {
        match self {
            Self::Collective => "cost",
            Self::Ranks => "cost_ranks",
            Self::Link => "link",
        }
    }
}

impl Forecast {
    /// Takes a parameter of an address, or of a field of that name: whether it is known, and if so whether it can be.
    pub fn set(&mut self, key: &str, value: &str) -> Option<bool> {
        let field = ForecastField::ALL.into_iter().find(|field| field.key() == key)?;
        let done = match field {
            ForecastField::Collective => COLLECTIVES
                .into_iter()
                .find(|collective| collective.name() == value)
                .map(|collective| self.collective = collective),
            ForecastField::Ranks => {
                let ranks = value.parse().ok().filter(|ranks| RANKS.contains(ranks));
                self.ranks = ranks;
                ranks.map(drop).or(value.is_empty().then_some(()))
            }
            ForecastField::Link => {
                Link::all().find(|link| link.id() == value).map(|link| self.link = link)
            }
        };
        Some(done.is_some())
    }

    /// What differs from the defaults, as parameters of an address.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, String)> {
        let usual = Self::default();
        let all = ForecastField::ALL.into_iter();
        let other = all.filter(move |&field| self.text(field) != usual.text(field));
        other.map(move |field| (field.key(), self.text(field)))
    }

    /// What is chosen, as an address or a form has it.
    pub fn text(&self, field: ForecastField) -> String {
        match field {
            ForecastField::Collective => self.collective.name().to_owned(),
            ForecastField::Ranks => self.ranks.map(|ranks| ranks.to_string()).unwrap_or_default(),
            ForecastField::Link => self.link.id().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_given_reads_back() {
        assert_eq!(Forecast::default().given().count(), 0);
        let mut forecast = Forecast::default();
        for (key, value) in [("cost", "gather"), ("cost_ranks", "12"), ("link", "measured")] {
            assert_eq!(forecast.set(key, value), Some(true));
        }
        let mut again = Forecast::default();
        assert_eq!(forecast.given().count(), 3);
        for (key, value) in forecast.given() {
            assert_eq!(again.set(key, &value), Some(true));
        }
        assert_eq!(again, forecast);
        for (key, value) in [("cost", "barrier"), ("cost_ranks", "65"), ("link", "string")] {
            assert_eq!(again.set(key, value), Some(false), "{key}");
        }
        assert_eq!(again.set("world_size", "3"), None);
    }
}
