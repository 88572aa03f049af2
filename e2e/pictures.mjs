// npm run pictures [-- FOLDER]: takes the screenshots of the docs from the demo. With a folder, it uses and keeps the demo in
// it; without one, it creates a new demo.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "@playwright/test";
import { installedChromium } from "../scripts/chromium.mjs";

const PROGRAM = fileURLToPath(new URL("../server/bin/tributary.js", import.meta.url));
const FOLDER = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const SETTLED_MS = 700;
const BYTES_MAX = 250_000;
const executablePath = installedChromium();

const home = mkdtempSync(join(tmpdir(), "tributary-pictures-"));
chmodSync(home, 0o755);
mkdirSync(FOLDER, { recursive: true });
const data = process.argv[2] ?? join(home, "data");
const service = spawn(process.execPath, [PROGRAM, "demo", "--json", "--dir", data], {
  // oxlint-disable-next-line node/no-process-env -- the program looks for its tools there
  env: { PATH: process.env.PATH, HOST: "127.0.0.1", LOG_LEVEL: "warn" },
  stdio: ["ignore", "pipe", "inherit"],
});
const ended = once(service, "exit");
try {
  const [line] = await Promise.race([once(service.stdout, "data"), ended]);
  const { base_url: address, sign_ins: people } = JSON.parse(String(line));
  const browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ["--no-sandbox"],
  });
  try {
    await takeMerchantsPictures(await signedIn(browser, address, people[0]));
    await takeAffiliatesPictures(await signedIn(browser, address, people[1]));
  } finally {
    await browser.close();
  }
} finally {
  service.kill("SIGTERM");
  await ended;
  rmSync(home, { recursive: true, force: true });
}

async function signedIn(browser, address, { email, password }) {
  const context = await browser.newContext({
    baseURL: address,
    viewport: { width: 1280, height: 860 },
    colorScheme: "light",
    reducedMotion: "reduce",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
  });
  await context.request.post("/api/session", { data: { email, password } });
  return context;
}

async function takeMerchantsPictures(context) {
  const read = async (path) => (await context.request.get(path)).json();
  const { accounts } = await read("/api/session");
  const account = `dashboard/${accounts[0].id}`;
  const { campaigns } = await read(`/api/${account}/campaigns`);
  const whole = campaigns.find(({ name }) => name === "Whole Shop");
  const { conversions } = await read(`/api/${account}/conversions?status=approved&campaign_id=${whole.id}`);
  const { batches } = await read(`/api/${account}/payout-batches`);
  const byClick = conversions.find(({ click_id: clickId }) => clickId !== null);
  const [telling] = [...batches].sort((a, b) => statesOf(b) - statesOf(a));
  const page = await context.newPage();
  await page.setViewportSize({ width: 1280, height: 980 });
  await take(page, "overview", `/${account}`);
  await page.setViewportSize({ width: 1280, height: 860 });
  await take(page, "campaign", `/${account}/campaigns/${whole.id}`);
  await take(page, "conversion", `/${account}/conversions/${byClick.id}`);
  await take(page, "payout-batch", `/${account}/payouts/batches/${telling.id}`);
}

/** How many statuses the payouts of a batch have; the picture shows the batch with the most. */
function statesOf({ totals }) {
  return Object.values(totals).filter(({ payouts }) => payouts > 0).length;
}

async function takeAffiliatesPictures(context) {
  await take(await context.newPage(), "portal", "/portal");
}

async function take(page, name, path) {
  await page.goto(path);
  await page.waitForLoadState("networkidle");
  await page.getByRole("heading").first().waitFor();
  // Charts load after the rest of the page.
  await page.waitForFunction(() => document.querySelector("main .mantine-Skeleton-root") === null);
  await page.waitForTimeout(SETTLED_MS);
  const file = join(FOLDER, `${name}.png`);
  await page.screenshot({ path: file, animations: "disabled" });
  const { size } = statSync(file);
  if (size > BYTES_MAX) throw new Error(`${name}.png has ${size} bytes, more than ${BYTES_MAX}.`);
  console.log(`${name}.png  ${Math.round(size / 1000)} kB`);
}
