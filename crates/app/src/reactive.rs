//! Signals, memos and effects of few types: Leptos compiles its machinery anew for every type of value and every
//! closure. Boxed, they share it, and the page is a good deal smaller.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use leptos::prelude::*;

/// Does something now, and again whenever what it looked at has changed.
pub fn watch(act: impl FnMut() + 'static) {
    watch_boxed(Box::new(act));
}

fn watch_boxed(act: Box<dyn FnMut()>) {
    let mut act = while_owned(act);
    Effect::new(move |_: Option<()>| act());
}

/// Does nothing any more once the owner of the moment is cleaned up. An effect that was about to run when what it stands
/// in was drawn anew still runs once, and would look at signals that are gone.
pub fn while_owned(mut act: Box<dyn FnMut()>) -> Box<dyn FnMut()> {
    let owned = Arc::new(AtomicBool::new(true));
    let gone = Arc::clone(&owned);
    on_cleanup(move || gone.store(false, Ordering::Relaxed));
    Box::new(move || {
        if owned.load(Ordering::Relaxed) {
            act();
        }
    })
}

/// Some value; whoever holds one knows of which type.
type Erased = Arc<dyn Any + Send + Sync>;

/// A value as it was when it was looked at.
pub struct Seen<T>(Arc<T>);

impl<T> Deref for Seen<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

fn seen<T: Send + Sync + 'static>(held: Erased) -> Seen<T> {
    match held.downcast() {
        Ok(value) => Seen(value),
        Err(_) => unreachable!("only values of one type are put into a `State` or a `Derived`"),
    }
}

/// A value that can be set, and whose readers follow it: Leptos' `RwSignal`. A copy is the same one.
pub struct State<T>(RwSignal<Erased>, PhantomData<fn() -> T>);

/// A value that is computed again when what it looked at has changed: Leptos' `Memo`. A copy is the same one.
pub struct Derived<T>(Memo<Compared>, PhantomData<fn() -> T>);

/// A value, and what tells whether another one is the same.
#[derive(Clone)]
struct Compared {
    held: Erased,
    same: fn(&Erased, &Erased) -> bool,
}

impl PartialEq for Compared {
    fn eq(&self, other: &Self) -> bool {
        (self.same)(&self.held, &other.held)
    }
}

impl<T: Send + Sync + 'static> State<T> {
    /// Begins with `value`.
    pub fn new(value: T) -> Self {
        State(RwSignal::new(Arc::new(value)), PhantomData)
    }

    /// Puts `value` in place of what was there.
    pub fn set(self, value: T) {
        self.0.set(Arc::new(value));
    }

    /// Changes what is there.
    pub fn update(self, change: impl FnOnce(&mut T))
    where
        T: Clone,
    {
        let mut value = self.get_untracked();
        change(&mut value);
        self.set(value);
    }
}

/// Looking at a value, once and for all or to follow it.
macro_rules! looking {
    ($($name:ident: $tracked:expr, $untracked:expr;)*) => {$(
        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T: Send + Sync + 'static> $name<T> {
            /// The value, followed.
            pub fn read(self) -> Seen<T> {
                seen($tracked(self.0))
            }

            /// The value as it is.
            pub fn read_untracked(self) -> Seen<T> {
                seen($untracked(self.0))
            }

            /// Does something with the value as it is.
            pub fn with_untracked<U>(self, act: impl FnOnce(&T) -> U) -> U {
                act(&self.read_untracked())
            }

            /// A copy of the value, followed.
            pub fn get(self) -> T
            where
                T: Clone,
            {
                self.read().clone()
            }

            /// A copy of the value as it is.
            pub fn get_untracked(self) -> T
            where
                T: Clone,
            {
                self.read_untracked().clone()
            }
        }
    )*};
}

looking! {
    State: |signal: RwSignal<Erased>| signal.get(), |signal: RwSignal<Erased>| signal.get_untracked();
    Derived: |memo: Memo<Compared>| memo.get().held, |memo: Memo<Compared>| memo.get_untracked().held;
}

impl<T: Send + Sync + 'static> Derived<T> {
    /// Does something with the value, and follows it.
    pub fn with<U>(self, act: impl FnOnce(&T) -> U) -> U {
        act(&self.read())
    }

    /// Follows the value without looking at it.
    pub fn track(self) {
        self.0.track();
    }
}

/// A value that is computed again when what it looked at has changed.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    value: impl Fn() -> T + Send + Sync + 'static,
) -> Derived<T> {
    let same: fn(&Erased, &Erased) -> bool = |one, other| matches!((one.downcast_ref::<T>(), other.downcast_ref::<T>()), (Some(a), Some(b)) if a == b);
    Derived(compared(Box::new(move || Compared { held: Arc::new(value()), same })), PhantomData)
}

fn compared(value: Box<dyn Fn() -> Compared + Send + Sync>) -> Memo<Compared> {
    Memo::new(move |_| value())
}
