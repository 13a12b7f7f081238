use js_sys::Reflect;

use super::FabricError;
use crate::TransportKind;

/// The transport that a reader asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Choice {
    /// Shared memory where the page may have it, else ports.
    #[default]
    Auto,
    /// Shared memory or nothing.
    Shared,
    /// Ports, even where memory could be shared.
    Message,
}

impl Choice {
    /// All of them.
    pub const ALL: [Choice; 3] = [Choice::Auto, Choice::Shared, Choice::Message];

    /// Its name in settings.
    pub fn id(self) -> &'static str {
        match self {
            Choice::Auto => "auto",
            Choice::Shared => "shared",
            Choice::Message => "message",
        }
    }

    /// The choice of that name.
    pub fn from_id(id: &str) -> Option<Choice> {
        Choice::ALL.into_iter().find(|choice| choice.id() == id)
    }

    /// What it comes to on this page.
    ///
    /// # Errors
    /// [`FabricError::NotIsolated`] if shared memory is asked for where there is none.
    pub fn resolve(self) -> Result<TransportKind, FabricError> {
        match (self, isolation()) {
            (Choice::Message, _) | (Choice::Auto, false) => Ok(TransportKind::Message),
            (Choice::Shared | Choice::Auto, true) => Ok(TransportKind::Shared),
            (Choice::Shared, false) => Err(FabricError::NotIsolated),
        }
    }
}

/// Whether the page is cross-origin isolated and so may share memory with its workers.
pub fn isolation() -> bool {
    let global = js_sys::global();
    let truthy = |name: &str| {
        Reflect::get(&global, &name.into())
            .is_ok_and(|value: wasm_bindgen::JsValue| value.is_truthy())
    };
    truthy("crossOriginIsolated") && truthy("SharedArrayBuffer")
}
