use std::rc::Weak;

use collective::wire;
use js_sys::{Array, Object, Reflect, Uint8Array};
use wasm_bindgen::prelude::*;
use web_sys::{ErrorEvent, Event, MessageEvent, Worker, WorkerOptions, WorkerType};

use super::files::{WorkerFiles, text_of};
use super::pool::Inner;
use crate::bytes::copied;
use crate::protocol::{ToPage, ToRank};

/// What the page hears of a worker.
pub(super) enum Happening {
    /// It waits for its first run; whether it holds its lock.
    Ready { locked: bool },
    /// It said why it could not get ready.
    NotReady(String),
    /// What it said, how many bytes that took, and the list it stood in.
    Said(ToPage, usize, Array),
    /// Something in it was thrown and not caught, or it sent what cannot be read.
    Broke(String),
    /// It let go of its lock: it is no more.
    Gone,
}

/// Events a worker is listened to for.
pub(super) const LISTENERS: usize = 3;

/// One worker, as the page has it; dropping it ends it.
pub(super) struct RankWorker {
    pub(super) id: u32,
    pub(super) ready: bool,
    /// Whether its lock will tell when it is gone.
    pub(super) locked: bool,
    /// Whether that lock has been asked for.
    pub(super) watched: bool,
    worker: Worker,
    _on_event: Closure<dyn FnMut(Event)>,
}

impl RankWorker {
    /// Starts a worker and listens to it. It will hold the lock of that name for as long as it lives.
    pub(super) fn start(
        files: &WorkerFiles,
        id: u32,
        rank: usize,
        lock: Option<&str>,
        pool: Weak<Inner>,
    ) -> Result<Self, String> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        options.set_name(&format!("rank {rank}"));
        let thrown = |why: JsValue| text_of(&why);
        let worker = Worker::new_with_options(&files.script_url, &options).map_err(thrown)?;
        let on_event = Closure::new(move |event: Event| {
            if let Some(pool) = pool.upgrade() {
                pool.happened(id, happening(event));
            }
        });
        let listener = Some(on_event.as_ref().unchecked_ref());
        worker.set_onmessage(listener);
        worker.set_onmessageerror(listener);
        worker.set_onerror(listener);
        let this =
            Self { id, ready: false, locked: false, watched: false, worker, _on_event: on_event };
        let boot = Object::new();
        let lock = lock.map_or(JsValue::UNDEFINED, JsValue::from_str);
        for (key, value) in [
            ("glue", &JsValue::from_str(&files.glue_url)),
            ("module", &files.module),
            ("lock", &lock),
        ] {
            Reflect::set(&boot, &key.into(), value).map_err(thrown)?;
        }
        this.worker.post_message(&boot).map_err(thrown)?;
        Ok(this)
    }

    /// Sends a message with what belongs behind it; `transfer` is handed over rather than copied. Gives the size of
    /// the message alone, in bytes.
    pub(super) fn post(
        &self,
        message: &ToRank,
        behind: &[JsValue],
        transfer: &[JsValue],
    ) -> Result<usize, String> {
        let head = wire::encode(message);
        let list = Array::of1(&Uint8Array::from(head.as_slice()).into());
        let list = list.concat(&behind.iter().collect::<Array>());
        let transferred: Array = transfer.iter().collect();
        self.worker.post_message_with_transfer(&list, &transferred).map_err(|why| text_of(&why))?;
        Ok(head.len())
    }
}

impl Drop for RankWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onmessageerror(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

fn happening(event: Event) -> Happening {
    match event.dyn_into::<MessageEvent>() {
        Ok(message) if message.type_() == "message" => said(message.data()),
        Ok(_) => Happening::Broke("it sent something that cannot be read".to_owned()),
        Err(event) => {
            // It will be reported here, so it need not be reported to the console too.
            event.prevent_default();
            let what = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message);
            Happening::Broke(what.unwrap_or_else(|| "its script could not be loaded".to_owned()))
        }
    }
}

fn said(data: JsValue) -> Happening {
    if let Some(locked) = data.as_bool() {
        return Happening::Ready { locked };
    }
    if let Some(why) = data.as_string() {
        return Happening::NotReady(why);
    }
    let read = |list: &Array| {
        let head = copied(&list.get(0).dyn_into().ok()?);
        Some((wire::decode(&head)?, head.len()))
    };
    match data.dyn_into::<Array>() {
        Ok(list) => match read(&list) {
            Some((message, bytes)) => Happening::Said(message, bytes, list),
            None => Happening::Broke("it said something that makes no sense".to_owned()),
        },
        Err(_) => Happening::Broke("it said something that is no message".to_owned()),
    }
}
