use super::Allowed;

/// A setting that cannot be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// No setting of that name.
    #[error("{key} is not a setting: the settings are {known}")]
    Unknown {
        /// The name given.
        key: String,
        /// The names there are.
        known: String,
    },
    /// A value outside what is allowed.
    #[error("{setting} = {value} is not allowed: {allowed}")]
    Invalid {
        /// The setting's name.
        setting: &'static str,
        /// What was given.
        value: String,
        /// What may be given instead.
        allowed: Allowed,
    },
    /// Two settings that say different things.
    #[error("{setting} and {other} were both given: give one of them")]
    Conflict {
        /// One setting's name.
        setting: &'static str,
        /// The other's.
        other: &'static str,
    },
}

impl SettingError {
    /// The error's kind: stable, for programs and for translations.
    pub fn code(&self) -> &'static str {
        match self {
            SettingError::Unknown { .. } => "unknown_setting",
            SettingError::Invalid { .. } => "invalid_setting",
            SettingError::Conflict { .. } => "conflicting_settings",
        }
    }

    /// The setting that it is about, by name.
    pub fn setting(&self) -> &str {
        match self {
            SettingError::Unknown { key, .. } => key,
            SettingError::Invalid { setting, .. } | SettingError::Conflict { setting, .. } => {
                setting
            }
        }
    }
}
