import { existsSync } from "node:fs";

/** The headless shell has the same engine without windows, and the stories use about a third less CPU time with it. */
const PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** The browser in CHROME_PATH, or an installed one. Without either, Playwright needs its own. */
export function installedChromium() {
  return process.env["CHROME_PATH"] || PATHS.find((path) => existsSync(path));
}
