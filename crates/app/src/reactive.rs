//! Effects and memos of few types, for the same reason as the closures of `components::shared`.

use leptos::prelude::*;

/// Does something now, and again whenever what it looked at has changed.
pub fn watch(act: impl FnMut() + 'static) {
    watch_boxed(Box::new(act));
}

fn watch_boxed(mut act: Box<dyn FnMut()>) {
    Effect::new(move |_: Option<()>| act());
}

/// A value that is computed again when what it looked at has changed.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    value: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    memo_boxed(Box::new(value))
}

fn memo_boxed<T: PartialEq + Send + Sync + 'static>(
    value: Box<dyn Fn() -> T + Send + Sync>,
) -> Memo<T> {
    Memo::new(move |_| value())
}
