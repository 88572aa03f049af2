import { defineConfig } from "@playwright/test";
import everything from "./playwright.config.ts";

/** Without the checks of every page, which take as long as all stories. */
export default defineConfig({ ...everything, grepInvert: /axe|exactly the actions it allows/ });
