import type { BrowserContext, Page } from "@playwright/test";

/**
 * Whatever pages do that they must not: errors on the console, exceptions, requests to other hosts,
 * violations of the policy, dialogs.
 */
export class Problems {
  readonly #host: string;
  readonly #seen: string[] = [];
  readonly #allowed: RegExp[] = [];

  constructor(host: string) {
    this.#host = host;
  }

  /** What this test provokes. */
  allow(...patterns: RegExp[]) {
    this.#allowed.push(...patterns);
  }

  /** What was seen and not allowed. */
  get unexpected() {
    return this.#seen.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }

  /** Watches every page of a context. Before the first one opens. */
  async watch(context: BrowserContext) {
    await context.exposeBinding("reportViolation", (_, violation: string) => {
      this.#seen.push(`policy: ${violation}`);
    });
    await context.addInitScript(() => {
      const report = Reflect.get(window, "reportViolation");
      document.addEventListener("securitypolicyviolation", (event) => {
        report(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
    context.on("console", (message) => {
      if (message.type() === "error") this.#seen.push(`console: ${message.text()}`);
    });
    context.on("weberror", (error) => this.#seen.push(`exception: ${error.error().message}`));
    context.on("request", (request) => this.#see(request.url()));
    context.on("page", (page) => this.#watchPage(page));
  }

  #watchPage(page: Page) {
    page.on("websocket", (socket) => this.#see(socket.url()));
    page.on("crash", () => this.#seen.push("crash"));
    page.on("dialog", async (dialog) => {
      this.#seen.push(`dialog: ${dialog.message()}`);
      await dialog.dismiss();
    });
  }

  #see(address: string) {
    const { host } = new URL(address);
    if (host !== this.#host) this.#seen.push(`request: ${address.slice(0, 200)}`);
  }
}
