// What every rank's worker starts with. The page compiles the worker's wasm once and posts it here with the address of
// its glue code, so that this file also works from a blob, where a relative import would not resolve.
//
// The worker holds the lock for as long as it lives: no event tells the page that a worker is gone, but the lock does.
// Its answer is whether it has the lock, or else, in words, why it cannot be a rank.
self.onmessage = async ({ data: { glue, module, lock } }) => {
  self.onmessage = null;
  try {
    const locked = new Promise((resolve) => {
      const hold = () => (resolve(true), new Promise(() => {}));
      if (lock) navigator.locks.request(lock, hold).catch(() => resolve(false));
      else resolve(false);
    });
    const { initSync } = await import(glue);
    const has = await locked;
    initSync({ module });
    self.postMessage(has);
  } catch (error) {
    self.postMessage(String(error));
  }
};
