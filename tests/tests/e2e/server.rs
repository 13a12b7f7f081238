//! A static server on the loopback address, for one directory.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::thread::{self, JoinHandle};

use axum::Router;
use axum::http::{HeaderName, HeaderValue};
use tokio::runtime;
use tokio::sync::oneshot;
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::Result;

/// Whether pages are served with the headers that isolate them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// As `trunk serve` does: SharedArrayBuffer is there.
    On,
    /// As a plain host does: it is not.
    Off,
}

const ISOLATING: [(&str, &str); 3] = [
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Serves until it is dropped.
pub struct Server {
    address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// Serves the built page on a free port.
    ///
    /// # Errors
    /// If the page has not been built, or no port is free.
    pub fn start(isolation: Isolation) -> Result<Self> {
        let dist = Path::new(env!("CARGO_MANIFEST_DIR")).join("../dist");
        if !dist.join("index.html").is_file() {
            return Err("there is no dist/index.html: run `trunk build --release` first".into());
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let mut files = Router::new().fallback_service(ServeDir::new(dist));
        if isolation == Isolation::On {
            for (name, value) in ISOLATING {
                files = files.layer(SetResponseHeaderLayer::overriding(
                    HeaderName::from_static(name),
                    HeaderValue::from_static(value),
                ));
            }
        }
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            runtime.block_on(async {
                let serving = async {
                    let listener = tokio::net::TcpListener::from_std(listener)?;
                    axum::serve(listener, files).await
                };
                // Browsers keep connections open: nobody waits for them to be closed.
                tokio::select! {
                    // A page that is not answered any more fails its test.
                    ended = serving => eprintln!("the server of the page has ended: {ended:?}"),
                    _ = stopped => {}
                }
            });
        });
        Ok(Self { address, stop: Some(stop), thread: Some(thread) })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Without a receiver it has stopped already.
        let _ = self.stop.take().map(|stop| stop.send(()));
        if let Some(thread) = self.thread.take() {
            // A panic of that thread has been printed already.
            let _ = thread.join();
        }
    }
}
