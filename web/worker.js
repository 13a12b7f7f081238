// What every rank's worker starts with. The page compiles the worker's wasm once and posts it here with the address of
// its glue code, so that this file also works from a blob, where a relative import would not resolve.
self.onmessage = async ({ data: { glue, module } }) => {
  self.onmessage = null;
  const { default: init } = await import(glue);
  await init({ module_or_path: module });
};
