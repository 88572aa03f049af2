import { defineConfig } from "@playwright/test";
import everything from "./playwright.config.ts";

/** Without the checks of every page, and without axe inside the stories. */
export default defineConfig({ ...everything, grepInvert: /axe|exactly the actions it allows/ });
