// What a reader sees while the page's wasm is on its way: how much has arrived, or why it does not.
export default function loading() {
  const bars = document.querySelectorAll(".opening progress");
  return {
    onStart: () => {},
    onProgress: ({ current, total }) => {
      for (const bar of bars) bar.value = total ? current / total : 0;
    },
    onComplete: () => {},
    onSuccess: () => {},
    onFailure: (error) => {
      for (const bar of bars) {
        const zh = bar.closest(".in-zh");
        bar.parentElement.textContent = zh
          ? `页面没能载入：${error}。请重新载入；需要支持 WebAssembly 的浏览器。`
          : `The page could not be loaded: ${error}. Load it again; the browser must have WebAssembly.`;
      }
    },
  };
}
