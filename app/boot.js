// Starts the WebAssembly half of a page that is already there to read.
//
// A classic script, so that `document.currentScript` names the files to load, and a file of our
// own, because the page's policy allows no inline script. If anything fails, the text stays and one
// line, which the server has rendered hidden, says so.
(() => {
  "use strict";

  // Each module by its name: a script and a program.
  const files = { ...document.currentScript.dataset };

  const fail = (reason) => {
    document.documentElement.dataset.app = "failed";
    const line = document.getElementById("script-problem");
    if (line) line.hidden = false;
    console.error("serve-web: the page stays as it was loaded:", reason);
  };

  // Leptos reads these three when it takes over the server's page.
  window.__RESOLVED_RESOURCES = [];
  window.__SERIALIZED_ERRORS = [];
  window.__INCOMPLETE_CHUNKS = [];

  if (typeof WebAssembly !== "object") {
    fail("this browser has no WebAssembly");
    return;
  }

  // A panic ends WebAssembly for good, also long after the start: from then on nothing follows,
  // folds or finds, and the reader should know.
  const failIfTrapped = (error) => {
    if (error instanceof WebAssembly.RuntimeError) fail(error);
  };
  window.addEventListener("error", (event) => failIfTrapped(event.error));
  window.addEventListener("unhandledrejection", (event) => failIfTrapped(event.reason));

  const load = async (name) => {
    const [js, wasm] = files[name].split(" ");
    const module = await import(js);
    await module.default({ module_or_path: wasm });
    return module;
  };

  // What is not wanted by each page is loaded when it first is, and once. What could not be loaded
  // is tried again when it is next wanted.
  const loaded = {};
  window.serveWebModule = (name) =>
    (loaded[name] ??= load(name).catch((reason) => {
      delete loaded[name];
      throw reason;
    }));

  load("app").catch(fail);
})();
