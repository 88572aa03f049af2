import { defineConfig } from "@playwright/test";
import { installedChromium } from "./scripts/chromium.mjs";
import { keepTemporaryFilesInMemory } from "./scripts/temporary-folder.mjs";

keepTemporaryFilesInMemory();

/** The hosts in stories with a shop: Tributary's, the merchant's, and the merchant's other shop. */
const HOSTS = ["svc.test", "shop.test", "*.shop.test", "sister.test"];

const executablePath = installedChromium();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/support/global-setup.ts",
  // Each worker runs its own server. On two cores, a third uses the time in which the others wait, such as for a poll.
  workers: 3,
  fullyParallel: true,
  // Only end tests that hang: a busy machine is not a failure.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: "list",
  use: {
    screenshot: "only-on-failure",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    // Frames of a transition cost CPU time, and no test is about one.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        // See the shared context in e2e/support/worker.ts.
        "--process-per-site",
        `--host-resolver-rules=${HOSTS.map((host) => `MAP ${host} 127.0.0.1`).join(", ")}`,
        // A page lives for seconds: optimizing its code costs more than it saves.
        "--js-flags=--no-opt,--no-maglev",
      ],
    },
  },
});
