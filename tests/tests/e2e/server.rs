//! A static server on the loopback address, for one directory.

use std::fs::File;
use std::net::SocketAddr;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use tiny_http::{Header, Request, Response};

use crate::Result;

/// Whether pages are served with the headers that isolate them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isolation {
    /// As `trunk serve` does: SharedArrayBuffer is there.
    On,
    /// As a plain host does: it is not.
    Off,
}

/// Serves until it is dropped.
pub struct Server {
    http: Arc<tiny_http::Server>,
    thread: Option<JoinHandle<()>>,
    address: SocketAddr,
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
        let http =
            Arc::new(tiny_http::Server::http("127.0.0.1:0").map_err(|error| error.to_string())?);
        let address = http.server_addr().to_ip().ok_or("the server has no address")?;
        let thread = thread::spawn({
            let http = Arc::clone(&http);
            move || {
                for request in http.incoming_requests() {
                    answer(request, &dist, isolation);
                }
            }
        });
        Ok(Self { http, thread: Some(thread), address })
    }

    /// The address of the page.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.http.unblock();
        if let Some(thread) = self.thread.take() {
            // A panic of that thread has been printed already.
            let _ = thread.join();
        }
    }
}

fn answer(request: Request, dist: &Path, isolation: Isolation) {
    let isolating: &[(&str, &str)] = match isolation {
        Isolation::On => &[
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Cross-Origin-Embedder-Policy", "require-corp"),
            ("Cross-Origin-Resource-Policy", "same-origin"),
        ],
        Isolation::Off => &[],
    };
    let file = path(dist, request.url());
    let sent =
        match file.as_deref().and_then(|path| Some((File::open(path).ok()?, media_type(path)))) {
            Some((file, media_type)) => {
                let mut response = Response::from_file(file);
                for (name, value) in isolating.iter().chain(&[("Content-Type", media_type)]) {
                    if let Ok(header) = Header::from_bytes(*name, *value) {
                        response.add_header(header);
                    }
                }
                request.respond(response)
            }
            None => request.respond(Response::empty(404)),
        };
    // A browser that has been closed takes no more answers.
    drop(sent);
}

/// The file an address names, if it stays inside `dist`.
fn path(dist: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    path.components().all(|part| matches!(part, Component::Normal(_))).then(|| dist.join(path))
}

fn media_type(path: &Path) -> &'static str {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("wasm") => "application/wasm",
        Some("css") => "text/css",
        Some("json") => "application/json",
        _ => "application/octet-stream",
    }
}
