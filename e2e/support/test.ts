import { test as base, type BrowserContext, type Page } from "@playwright/test";
import { Merchant } from "./merchant.ts";
import { startServer, type Server } from "./server.ts";

interface WorkerFixtures {
  server: Server;
}
interface Fixtures {
  /** The test's own merchant, signed in in its browser. */
  merchant: Merchant;
  /** Call it for every additional context. */
  watch: (context: BrowserContext) => Promise<void>;
  quiet: void;
}

/** Files that use this and files that use `test` share a worker, and so its server. */
export const withServer = base.extend<object, WorkerFixtures>({
  server: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

export const test = withServer.extend<Fixtures>({
  baseURL: async ({ server }, use) => use(server.origin),
  watch: async ({ server }, use) => {
    const faults: string[] = [];
    await use((context) => watchFaults(context, server.origin, faults));
    if (faults.length > 0) throw new Error(`The page reported errors:\n${faults.join("\n")}`);
  },
  quiet: [
    async ({ context, watch }, use) => {
      await watch(context);
      await use();
    },
    { auto: true },
  ],
  merchant: async ({ server, context }, use) => {
    const merchant = await Merchant.signUp(server.origin);
    await signInAs(context, merchant);
    await use(merchant);
  },
});

export { expect } from "@playwright/test";

export async function signInAs(context: BrowserContext, merchant: Merchant): Promise<void> {
  const [name = "", value = ""] = merchant.cookie.split("=");
  await context.addCookies([{ name, value, url: merchant.origin, httpOnly: true, sameSite: "Lax" }]);
}

/** Browsers log every error response. The tests check what the page shows. */
const REFUSAL = /^Failed to load resource: (the server responded with a status of 4|net::ERR_FAILED)/;

/** In every test: no console errors, no CSP violations, no requests to other hosts. */
async function watchFaults(context: BrowserContext, origin: string, faults: string[]): Promise<void> {
  context.on("console", (message) => {
    if (message.type() === "error" && !REFUSAL.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  context.on("weberror", (error) => faults.push(`error: ${error.error().message}`));
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("data:") && !url.startsWith("blob:"))
      faults.push(`request to ${url}`);
  });
  await context.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", (event) =>
      console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
    ),
  );
}

/** The path of a dashboard page. */
export const at = (merchant: Merchant, path = ""): string =>
  `/dashboard/${merchant.accountId}${path === "" ? "" : `/${path}`}`;

/** Navigates within the open app, like a link, which is much faster than a page load. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((next) => window.history.pushState(null, "", next), path);
}

/** The notification after an action. */
export const notice = (page: Page, text: string | RegExp) => page.getByRole("alert").filter({ hasText: text });
