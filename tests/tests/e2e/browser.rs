//! A headless browser that shows the built page.

use std::time::Duration;

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Map, Value, json};

use crate::Result;
use crate::driver::Driver;
use crate::server::{Isolation, Server};

/// How long a script or a wait in a page may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A page in a browser of its own. All of it ends when this is dropped.
pub struct Browser {
    /// The page, to be driven by a test.
    pub page: Client,
    _server: Server,
    // Dropped last: ending it closes the browser.
    _driver: Driver,
}

impl Browser {
    /// Opens the built page, at `query` (empty, or beginning with `?`).
    ///
    /// # Errors
    /// If page, driver or browser is missing, with what to run.
    pub async fn open(isolation: Isolation, query: &str) -> Result<Self> {
        let server = Server::start(isolation)?;
        let driver = Driver::start()?;
        let page = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities())
            .connect(&driver.url())
            .await?;
        page.goto(&format!("{}{query}", server.url())).await?;
        Ok(Self { page, _server: server, _driver: driver })
    }
}

fn capabilities() -> Map<String, Value> {
    // No sandbox: containers and root have none. The shared memory of a container is too small for a browser's use.
    // A test that counts what is left needs to say when garbage is collected.
    let options = json!({ "args": [
        "--headless",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--js-flags=--expose-gc",
        "--enable-precise-memory-info",
    ] });
    let timeouts =
        json!({ "script": PATIENCE.as_millis() as u64, "pageLoad": PATIENCE.as_millis() as u64 });
    Map::from_iter([("goog:chromeOptions".into(), options), ("timeouts".into(), timeouts)])
}
