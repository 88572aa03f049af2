// A first visit in a real browser: an empty cache, and the network of a slow phone.
import { chromium } from "@playwright/test";
import { installedChromium } from "../../scripts/chromium.mjs";

/** "Slow 4G" of the browser's developer tools. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
const ROUNDS = 3;
/** The pages whose layout may move while they load. */
const PAGES = ["", "/conversions", "/payouts", "/campaigns", "/affiliates"];

/**
 * @param {{ address: string, accountId: string, cookie: string }} of a signed-in merchant
 * @returns {Promise<{ requests: number, scriptKb: number, lcpMs: number, clsWorst: number, clsPage: string }>}
 */
export async function firstVisit({ address, accountId, cookie }) {
  const executablePath = installedChromium();
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox"],
  });
  try {
    const visit = (/** @type {string} */ path, /** @type {boolean} */ isSlow) =>
      coldVisit(browser, { url: `${address}/dashboard/${accountId}${path}`, cookie, isSlow });
    const { requests, scriptKb } = await visit("", false);
    const slow = [];
    for (let round = 0; round < ROUNDS; round += 1) slow.push((await visit("", true)).lcpMs);
    const shifts = [];
    for (const path of PAGES) shifts.push({ path, cls: (await visit(path, true)).cls });
    const [worst] = shifts.toSorted((a, b) => b.cls - a.cls);
    const [, lcpMs = 0] = slow.toSorted((a, b) => a - b);
    return { requests, scriptKb, lcpMs, clsWorst: worst?.cls ?? 0, clsPage: worst?.path || "/" };
  } finally {
    await browser.close();
  }
}

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {{ url: string, cookie: string, isSlow: boolean }} visit
 */
async function coldVisit(browser, { url, cookie, isSlow }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const [name = "", value = ""] = cookie.split("=");
    await context.addCookies([{ name, value, url: new URL(url).origin }]);
    const page = await context.newPage();
    if (isSlow) {
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", SLOW_4G);
    }
    await page.addInitScript({ content: WATCH_PAINT });
    /** @type {import("@playwright/test").Request[]} */
    const asked = [];
    page.on("request", (request) => asked.push(request));
    await page.goto(url, { waitUntil: "networkidle" });
    await page.getByRole("heading", { level: 1 }).waitFor();
    const scripts = asked.filter((request) => request.resourceType() === "script");
    const sizes = await Promise.all(scripts.map(async (request) => (await request.sizes()).responseBodySize));
    const paint = await page.evaluate("window.__paint");
    const { lcpMs, cls } = /** @type {{ lcpMs: number, cls: number }} */ (paint);
    return {
      requests: asked.length,
      scriptKb: Math.round(sizes.reduce((sum, size) => sum + size, 0) / 100) / 10,
      lcpMs: Math.round(lcpMs),
      cls: Math.round(cls * 1000) / 1000,
    };
  } finally {
    await context.close();
  }
}

/** Runs in the page: the browser reports its largest paint and every shift of the layout. */
const WATCH_PAINT = `
  const paint = (window.__paint = { lcpMs: 0, cls: 0 });
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) paint.lcpMs = startTime;
  }).observe({ type: "largest-contentful-paint", buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) paint.cls += value;
  }).observe({ type: "layout-shift", buffered: true });
`;
