//! The workers of one kind: their files, loaded when they are first needed.

use std::cell::RefCell;

use fabric::page::{FabricError, Pool, PoolOptions, WorkerFiles};
use futures_util::FutureExt;
use futures_util::future::{LocalBoxFuture, Shared};

/// A pool on its way. Clones wait for the same one.
pub type Loading = Shared<LocalBoxFuture<'static, Result<Pool, FabricError>>>;

/// Where the script lies that every worker starts with: beside the page, as the others do.
const SCRIPT: &str = "worker.js";

/// A kind of workers.
pub struct Workers {
    name: &'static str,
    loading: RefCell<Option<Loading>>,
}

impl Workers {
    /// Those whose files are `name.js` and `name_bg.wasm`. Nothing is loaded yet.
    pub fn new(name: &'static str) -> Self {
        Self { name, loading: RefCell::default() }
    }

    /// Begins to load them, if that has not begun, or has failed: it may work by now.
    pub fn load(&self) -> Loading {
        let mut loading = self.loading.borrow_mut();
        match &*loading {
            Some(begun) if !matches!(begun.peek(), Some(Err(_))) => begun.clone(),
            _ => loading.insert(load(self.name)).clone(),
        }
    }

    /// The pool, if it is there.
    pub fn loaded(&self) -> Option<Pool> {
        self.loading.borrow().as_ref()?.peek()?.clone().ok()
    }
}

fn load(name: &'static str) -> Loading {
    async move {
        let (glue, wasm) = (format!("{name}.js"), format!("{name}_bg.wasm"));
        let files = WorkerFiles::load(SCRIPT, &glue, &wasm).await?;
        Ok(Pool::new(files, PoolOptions::default()))
    }
    .boxed_local()
    .shared()
}
