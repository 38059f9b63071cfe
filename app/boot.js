// Starts the WebAssembly half of a page that is already there to read.
//
// A classic script, so that `document.currentScript` names the two files to load, and a file of
// our own, because the page's policy allows no inline script. If anything fails, the text stays
// and one line, which the server has rendered hidden, says so.
(function () {
  "use strict";

  var script = document.currentScript;
  var root = document.documentElement;

  function fail(reason) {
    root.dataset.app = "failed";
    var line = document.getElementById("script-problem");
    if (line) line.hidden = false;
    console.error("serve-web: the page stays as it was loaded:", reason);
  }

  // A panic ends WebAssembly for good, also long after the start: from then on nothing follows,
  // folds or finds, and the reader should know.
  function watch(error) {
    if (error instanceof WebAssembly.RuntimeError) fail(error);
  }

  // Leptos reads these three when it takes over the server's page.
  window.__RESOLVED_RESOURCES = [];
  window.__SERIALIZED_ERRORS = [];
  window.__INCOMPLETE_CHUNKS = [];

  if (typeof WebAssembly !== "object") {
    fail("this browser has no WebAssembly");
    return;
  }
  window.addEventListener("error", function (event) {
    watch(event.error);
  });
  window.addEventListener("unhandledrejection", function (event) {
    watch(event.reason);
  });

  import(script.dataset.js)
    .then(function (module) {
      return module.default({ module_or_path: script.dataset.wasm });
    })
    .catch(fail);
})();
