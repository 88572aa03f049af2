import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, ConsoleMessage, Page, Request, WebError } from "@playwright/test";
import { Merchant } from "./merchant.ts";
import { withServer } from "./worker.ts";

interface Fixtures {
  /** Whether the test gets a context of its own: for an empty cache, a fake clock, or options of its own. */
  isolated: boolean;
  /** The test's own merchant, signed in in its browser. */
  merchant: Merchant;
  /** Call it for every additional context. */
  watch: (context: BrowserContext) => Promise<void>;
  quiet: void;
  oneDay: void;
}

const DAY_MS = 86_400_000;
/** Longer than a test takes on a busy machine. */
const LAST_MS = 120_000;

export const test = withServer.extend<Fixtures>({
  isolated: [false, { option: true }],
  context: async ({ context, isolated, warm, server }, use) => {
    await use(isolated ? context : warm);
    if (!isolated) await reset(warm, server.origin);
  },
  watch: async ({ site }, use) => {
    const faults: string[] = [];
    const watched: (() => void)[] = [];
    await use(async (context) => {
      watched.push(await watchFaults(context, site.origin, faults));
      if (SLOW_API_MS > 0) await slowDownApi(context);
    });
    for (const stop of watched) stop();
    if (faults.length > 0) throw new Error(`The page reported errors:\n${faults.join("\n")}`);
  },
  // The figures of a test that runs across midnight would belong to two days, or to two months. The browsers are in Berlin.
  oneDay: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
    async ({}, use) => {
      const inBerlin = Date.parse(`${new Date().toLocaleString("sv", { timeZone: "Europe/Berlin" })}Z`);
      const leftMs = DAY_MS - Math.max(Date.now() % DAY_MS, inBerlin % DAY_MS);
      if (leftMs < LAST_MS) await sleep(leftMs);
      await use();
    },
    { auto: true },
  ],
  quiet: [
    async ({ context, watch }, use) => {
      await watch(context);
      await use();
    },
    { auto: true },
  ],
  merchant: async ({ site, context }, use) => {
    const merchant = await Merchant.signUp(site.origin);
    await signInAs(context, merchant);
    await use(merchant);
  },
});

/** For a test with a fake clock, which stays in its context. */
export const clockTest = test.extend({ isolated: true });

/** Leaves nothing of a test in the context that the next one uses, except the browser's cache. */
async function reset(context: BrowserContext, origin: string): Promise<void> {
  const [anchor, ...others] = context.pages();
  await Promise.all(others.map((page) => page.close()));
  await Promise.all([context.clearCookies(), context.clearPermissions(), context.unrouteAll()]);
  if (!anchor) throw new Error("The first page of the shared context is closed.");
  const session = await context.newCDPSession(anchor);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "local_storage,indexeddb,service_workers" });
  await session.detach();
}

/** For a fake clock that runs ahead: the figures belong to one day. */
export const noon = (): number => new Date().setUTCHours(12, 0, 0, 0);

export { expect } from "@playwright/test";

export async function signInAs(context: BrowserContext, merchant: Merchant): Promise<void> {
  const [name = "", value = ""] = merchant.cookie.split("=");
  await context.addCookies([{ name, value, url: merchant.origin, httpOnly: true, sameSite: "Lax" }]);
}

/** Browsers log every error response. The tests check what the page shows. */
const REFUSAL = /^Failed to load resource: (the server responded with a status of 4|net::ERR_FAILED)/;

/**
 * Delays each API request, or its response, by a random time up to this. Shows what a page, or a story, does too early.
 */
// oxlint-disable-next-line node/no-process-env -- `SLOW_API_MS=1500 npm run test:stories`
const SLOW_API_MS = Number(process.env["SLOW_API_MS"] ?? 0);

async function slowDownApi(context: BrowserContext): Promise<void> {
  await context.route(/\/api\//, async (route) => {
    try {
      const response = Math.random() < 0.5 ? await route.fetch({ maxRedirects: 0 }) : undefined;
      await sleep(Math.random() * SLOW_API_MS);
      await (response ? route.fulfill({ response }) : route.fallback());
    } catch {
      // The page was closed, or no longer waits for the response.
    }
  });
}

/** Contexts that log violations of the policy as console errors. */
const reporting = new WeakSet<BrowserContext>();

/** In every test: no console errors, no CSP violations, no requests to other hosts. Returns how to stop watching. */
async function watchFaults(context: BrowserContext, origin: string, faults: string[]): Promise<() => void> {
  const onConsole = (message: ConsoleMessage): void => {
    if (message.type() === "error" && !REFUSAL.test(message.text())) faults.push(`console: ${message.text()}`);
  };
  const onError = (error: WebError): void => void faults.push(`error: ${error.error().message}`);
  const onRequest = (request: Request): void => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !url.startsWith("data:") && !url.startsWith("blob:"))
      faults.push(`request to ${url}`);
  };
  context.on("console", onConsole).on("weberror", onError).on("request", onRequest);
  if (!reporting.has(context)) {
    reporting.add(context);
    await context.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", (event) =>
        console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`),
      ),
    );
  }
  return () => void context.off("console", onConsole).off("weberror", onError).off("request", onRequest);
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
