use std::time::Duration;

use js_sys::{Int32Array, JsString, Uint8Array};
use shm::{Wake, Words};
use wasm_bindgen::prelude::*;

use crate::bytes::{put_bytes, take_bytes};

#[wasm_bindgen]
extern "C" {
    /// Every index given is inside the array, so none of these throws (but `wait` would, on a page).
    #[wasm_bindgen(js_namespace = Atomics)]
    fn load(array: &Int32Array, index: u32) -> i32;
    #[wasm_bindgen(js_namespace = Atomics)]
    fn store(array: &Int32Array, index: u32, value: i32);
    #[wasm_bindgen(js_namespace = Atomics)]
    fn add(array: &Int32Array, index: u32, value: i32) -> i32;
    #[wasm_bindgen(js_namespace = Atomics, js_name = compareExchange)]
    fn compare_exchange(array: &Int32Array, index: u32, expected: i32, value: i32) -> i32;
    #[wasm_bindgen(js_namespace = Atomics)]
    fn wait(array: &Int32Array, index: u32, expected: i32, milliseconds: f64) -> JsString;
    #[wasm_bindgen(js_namespace = Atomics)]
    fn notify(array: &Int32Array, index: u32);

    #[wasm_bindgen(js_name = SharedArrayBuffer)]
    type Shared;
    #[wasm_bindgen(constructor, catch, js_class = SharedArrayBuffer)]
    fn new(len_bytes: u32) -> Result<Shared, JsValue>;
}

/// New shared memory, all zeros.
pub(crate) fn allocate(len_bytes: usize) -> Result<JsValue, String> {
    Shared::new(len_bytes as u32).map(JsValue::from).map_err(|_| {
        format!("{len_bytes} bytes of shared memory cannot be had: choose a smaller ring capacity")
    })
}

/// [`Words`] in a SharedArrayBuffer.
#[derive(Debug)]
pub(crate) struct SharedWords {
    words: Int32Array,
    bytes: Uint8Array,
    len: usize,
}

impl SharedWords {
    /// The words of a SharedArrayBuffer.
    pub(crate) fn new(buffer: &JsValue) -> Self {
        let bytes = Uint8Array::new(buffer);
        let len = bytes.length() as usize;
        Self { words: Int32Array::new(buffer), bytes, len }
    }
}

impl Words for SharedWords {
    fn len_bytes(&self) -> usize {
        self.len
    }

    fn load(&self, word: usize) -> u32 {
        load(&self.words, word as u32) as u32
    }

    fn store(&self, word: usize, value: u32) {
        store(&self.words, word as u32, value as i32);
    }

    fn add(&self, word: usize, value: u32) -> u32 {
        add(&self.words, word as u32, value as i32) as u32
    }

    fn compare_exchange(&self, word: usize, current: u32, new: u32) -> u32 {
        compare_exchange(&self.words, word as u32, current as i32, new as i32) as u32
    }

    fn wait(&self, word: usize, expected: u32, timeout: Option<Duration>) -> Wake {
        let milliseconds = timeout.map_or(f64::INFINITY, |timeout| timeout.as_secs_f64() * 1000.0);
        let told = wait(&self.words, word as u32, expected as i32, milliseconds);
        // "not-equal", "timed-out" or "ok". One character is all that has to cross into wasm.
        match told.char_code_at(0) as u8 {
            b'n' => Wake::NotEqual,
            b't' => Wake::TimedOut,
            _ => Wake::Notified,
        }
    }

    fn notify(&self, word: usize) {
        notify(&self.words, word as u32);
    }

    fn copy_in(&self, offset: usize, bytes: &[u8]) {
        put_bytes(&self.bytes, bytes, offset as u32);
    }

    fn copy_out(&self, offset: usize, bytes: &mut [u8]) {
        let end = (offset + bytes.len()) as u32;
        take_bytes(bytes, &self.bytes.subarray(offset as u32, end));
    }
}
