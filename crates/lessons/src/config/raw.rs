use std::fmt;

/// A setting's value before it is understood, wherever it comes from: a flag, a query parameter, a JS value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Raw {
    /// A number or a word, as it was written.
    One(String),
    /// A list; of lists, for tables.
    List(Vec<Raw>),
}

impl Raw {
    /// A word.
    pub fn text(text: impl Into<String>) -> Self {
        Raw::One(text.into())
    }

    /// Reads the flat form that flags and addresses use: `;` between rows, `,` between values.
    pub fn flat(text: &str) -> Self {
        let row = |text: &str| match text {
            "" => Raw::List(Vec::new()),
            _ => Raw::List(text.split(',').map(|word| Raw::text(word.trim())).collect()),
        };
        if text.contains(';') {
            Raw::List(text.split(';').map(row).collect())
        } else if text.contains(',') {
            row(text)
        } else {
            Raw::text(text.trim())
        }
    }
}

impl fmt::Display for Raw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Raw::One(text) => f.write_str(text),
            Raw::List(items) => {
                f.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        f.write_str(", ")?;
                    }
                    item.fmt(f)?;
                }
                f.write_str("]")
            }
        }
    }
}
