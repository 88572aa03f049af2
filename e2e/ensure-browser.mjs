// The stories need a Chromium. Where there is none, it is installed, and this says so.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const places = [
  process.env.CHROME_PATH,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  chromium.executablePath(),
];
if (!places.some((path) => path && existsSync(path))) {
  const onDebian = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  const steps = onDebian
    ? [
        ["apt-get", "update"],
        ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"],
      ]
    : [["npx", "playwright", "install", "chromium"]];
  for (const [command, ...args] of steps) {
    console.log(`No Chromium here. Running: ${command} ${args.join(" ")}`);
    const { status } = spawnSync(command, args, { stdio: "inherit" });
    if (status !== 0) {
      console.error("It could not be installed. Install Chromium yourself, or set CHROME_PATH to one.");
      process.exit(1);
    }
  }
}
