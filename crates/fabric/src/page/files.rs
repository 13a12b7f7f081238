use js_sys::{Promise, Reflect, WebAssembly};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;

use web_sys::Url;

use super::FabricError;

#[wasm_bindgen]
extern "C" {
    /// `fetch` of a window or a worker alike.
    #[wasm_bindgen(catch)]
    fn fetch(url: &str) -> Result<Promise, JsValue>;

    /// A value as JS makes a text of it.
    ///
    /// # Errors
    /// For what has no text, a bare `Object.create(null)` say.
    #[wasm_bindgen(js_name = String, catch)]
    pub fn string_of(value: &JsValue) -> Result<String, JsValue>;
}

/// What workers are started from: the bootstrap script, wasm-bindgen's glue, and the compiled wasm. A clone is the
/// same module, compiled once.
#[derive(Debug, Clone)]
pub struct WorkerFiles {
    pub(super) script_url: String,
    pub(super) glue_url: String,
    pub(super) module: JsValue,
}

impl WorkerFiles {
    /// Fetches and compiles the wasm. Addresses may be relative to the page.
    ///
    /// # Errors
    /// [`FabricError::Load`] if an address is none, or the wasm cannot be fetched or compiled. (A bad script or glue
    /// shows when a worker starts.)
    pub async fn load(
        script_url: &str,
        glue_url: &str,
        wasm_url: &str,
    ) -> Result<Self, FabricError> {
        let [script_url, glue_url, wasm_url] =
            [absolute(script_url)?, absolute(glue_url)?, absolute(wasm_url)?];
        let failed = |why: JsValue| FabricError::Load { url: wasm_url.clone(), why: text_of(&why) };
        let response = JsFuture::from(fetch(&wasm_url).map_err(failed)?).await.map_err(failed)?;
        let ok = Reflect::get(&response, &"ok".into()).is_ok_and(|ok| ok.is_truthy());
        if !ok {
            let status = Reflect::get(&response, &"status".into()).unwrap_or_default();
            return Err(failed(JsValue::from_str(&format!("status {}", text_of(&status)))));
        }
        // Not compileStreaming: it refuses a server that does not call the file application/wasm.
        let bytes = array_buffer(&response).map_err(failed)?;
        let bytes = JsFuture::from(bytes).await.map_err(failed)?;
        let module = JsFuture::from(WebAssembly::compile(&bytes)).await.map_err(failed)?;
        Ok(Self { script_url, glue_url, module })
    }

    /// As [`load`](Self::load), with the wasm at hand.
    ///
    /// # Errors
    /// As [`load`](Self::load).
    pub async fn compile(
        script_url: &str,
        glue_url: &str,
        wasm: &[u8],
    ) -> Result<Self, FabricError> {
        let failed = |why: JsValue| FabricError::Load {
            url: "the worker's wasm".to_owned(),
            why: text_of(&why),
        };
        let bytes = js_sys::Uint8Array::from(wasm);
        let module = JsFuture::from(WebAssembly::compile(&bytes)).await.map_err(failed)?;
        Ok(Self { script_url: absolute(script_url)?, glue_url: absolute(glue_url)?, module })
    }
}

/// A worker that runs a blob has no address to resolve others against, so all are made absolute here.
fn absolute(url: &str) -> Result<String, FabricError> {
    let base = Reflect::get(&js_sys::global(), &"document".into())
        .and_then(|document| Reflect::get(&document, &"baseURI".into()))
        .ok()
        .and_then(|base| base.as_string());
    let parsed = match base {
        Some(base) => Url::new_with_base(url, &base),
        None => Url::new(url),
    };
    parsed
        .map(|url| url.href())
        .map_err(|why| FabricError::Load { url: url.to_owned(), why: text_of(&why) })
}

/// The body of a response.
fn array_buffer(response: &JsValue) -> Result<Promise, JsValue> {
    let method: js_sys::Function = Reflect::get(response, &"arrayBuffer".into())?.dyn_into()?;
    method.call0(response)?.dyn_into()
}

/// What the browser threw, in words.
pub(super) fn text_of(thrown: &JsValue) -> String {
    let message = Reflect::get(thrown, &"message".into()).ok();
    let message = message.and_then(|message| message.as_string());
    message.or_else(|| string_of(thrown).ok()).unwrap_or_default()
}
