import { defineConfig } from "@playwright/test";
import { installedChromium } from "./scripts/chromium.mjs";

const executablePath = installedChromium();

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalSetup: "./e2e/support/global-setup.ts",
  // Each worker runs a server of its own; more than two only wait for each other on a small machine.
  workers: 2,
  fullyParallel: true,
  // Seconds are enough on a machine of one's own; these are for one that is shared with many.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    screenshot: "only-on-failure",
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
