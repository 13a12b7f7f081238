//! How the page learns that a worker is gone. No event says that a worker has been ended from outside, but a lock that
//! it holds for life comes free then.

use std::rc::Weak;

use js_sys::{Function, Reflect};
use wasm_bindgen::prelude::*;

use super::pool::Inner;
use super::worker::Happening;

#[wasm_bindgen]
extern "C" {
    /// `navigator.locks`; web-sys counts it among what may still change.
    type LockManager;
    #[wasm_bindgen(method, catch)]
    fn request(this: &LockManager, name: &str, granted: &Function) -> Result<Request, JsValue>;

    /// The promise that such a request is.
    type Request;
    #[wasm_bindgen(method, js_name = catch)]
    fn on_rejection(this: &Request, refused: &Function) -> JsValue;
}

/// Names and watches the locks of one pool's workers.
pub(super) struct Locks {
    /// What is missing where the browser has no locks.
    manager: Option<LockManager>,
    /// Before the worker's id in its lock's name: other pages of this origin have pools too.
    prefix: String,
    // Given to the browser, which lets go of them when no request needs them any more.
    granted: Function,
    refused: Function,
}

impl Locks {
    pub(super) fn new(pool: Weak<Inner>) -> Self {
        let number = (js_sys::Math::random() * (1_u64 << 53) as f64) as u64;
        let prefix = format!("rankscope {number} ");
        let global = js_sys::global();
        let manager = Reflect::get(&global, &"navigator".into())
            .and_then(|navigator| Reflect::get(&navigator, &"locks".into()))
            .ok()
            .filter(JsValue::is_object);
        let begins = prefix.clone();
        let granted = move |lock: JsValue| {
            let name = Reflect::get(&lock, &"name".into()).unwrap_or_default();
            let id = name.as_string().and_then(|name| name.strip_prefix(&begins)?.parse().ok());
            if let (Some(id), Some(pool)) = (id, pool.upgrade()) {
                pool.happened(id, Happening::Gone);
            }
        };
        let granted: Closure<dyn FnMut(JsValue)> = Closure::new(granted);
        // A refusal means that this page is being closed: there is nothing left to watch.
        let refused: Closure<dyn FnMut(JsValue)> = Closure::new(|_| ());
        Self {
            manager: manager.map(JsCast::unchecked_into),
            prefix,
            granted: granted.into_js_value().unchecked_into(),
            refused: refused.into_js_value().unchecked_into(),
        }
    }

    /// The lock that worker `id` is to hold.
    pub(super) fn name(&self, id: u32) -> Option<String> {
        self.manager.as_ref().map(|_| format!("{}{id}", self.prefix))
    }

    /// Asks for worker `id`'s lock, which it holds: it will be had when the worker is gone.
    pub(super) fn watch(&self, id: u32) {
        if let (Some(manager), Some(name)) = (&self.manager, self.name(id))
            && let Ok(request) = manager.request(&name, &self.granted)
        {
            request.on_rejection(&self.refused);
        }
    }
}
