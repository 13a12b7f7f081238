//! Bytes from JavaScript's arrays and back. js-sys has these with an assertion that both sides are of one length, which
//! here they are; what it says, and numbers as text for it, would be a part of what ranks download.

use js_sys::Uint8Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = ["Uint8Array", "prototype", "set"], js_name = call)]
    pub(crate) fn put_bytes(into: &Uint8Array, bytes: &[u8], offset: u32);
    #[wasm_bindgen(js_namespace = ["Uint8Array", "prototype", "set"], js_name = call)]
    pub(crate) fn take_bytes(into: &mut [u8], bytes: &Uint8Array);
}

/// A copy of all that `array` has.
pub(crate) fn copied(array: &Uint8Array) -> Vec<u8> {
    let mut bytes = vec![0; array.length() as usize];
    take_bytes(&mut bytes, array);
    bytes
}
