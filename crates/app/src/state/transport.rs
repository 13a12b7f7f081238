use fabric::TransportKind;
use lessons::{Allowed, SettingError};

use super::Setting;

/// The transport a reader asks for: one by name, or whichever the page can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransportChoice {
    /// Shared memory where the page is isolated, else ports.
    Auto,
    /// This one.
    Only(TransportKind),
}

impl TransportChoice {
    /// All of them.
    pub const ALL: [TransportChoice; 3] = [
        TransportChoice::Auto,
        TransportChoice::Only(TransportKind::Shared),
        TransportChoice::Only(TransportKind::Message),
    ];

    /// Its name in settings.
    pub fn id(self) -> &'static str {
        match self {
            TransportChoice::Auto => "auto",
            TransportChoice::Only(kind) => kind.id(),
        }
    }

    /// The choice of that name.
    ///
    /// # Errors
    /// If there is none.
    pub fn parse(text: &str) -> Result<TransportChoice, SettingError> {
        let found = TransportChoice::ALL.into_iter().find(|choice| choice.id() == text);
        found.ok_or_else(|| SettingError::Invalid {
            setting: Setting::Transport.key(),
            value: text.to_owned(),
            allowed: Allowed::OneOf(TransportChoice::ALL.map(TransportChoice::id).to_vec()),
        })
    }

    /// What it comes to on a page that is, or is not, cross-origin isolated; `None`: it cannot be had there.
    pub fn resolve(self, isolated: bool) -> Option<TransportKind> {
        match (self, isolated) {
            (TransportChoice::Auto, true) => Some(TransportKind::Shared),
            (TransportChoice::Auto, false) => Some(TransportKind::Message),
            (TransportChoice::Only(TransportKind::Shared), false) => None,
            (TransportChoice::Only(kind), _) => Some(kind),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_takes_what_the_page_can_have() {
        assert_eq!(TransportChoice::Auto.resolve(true), Some(TransportKind::Shared));
        assert_eq!(TransportChoice::Auto.resolve(false), Some(TransportKind::Message));
    }

    #[test]
    fn a_transport_by_name_is_that_one_or_none() {
        let [_, shared, message] = TransportChoice::ALL;
        assert_eq!(shared.resolve(true), Some(TransportKind::Shared));
        assert_eq!(shared.resolve(false), None);
        assert_eq!(message.resolve(true), Some(TransportKind::Message));
    }

    #[test]
    fn an_unknown_one_is_named_with_those_there_are() {
        let error = TransportChoice::parse("carrier pigeon").unwrap_err().to_string();
        assert_eq!(
            error,
            "transport = carrier pigeon is not allowed: choose from auto, shared and message"
        );
    }
}
