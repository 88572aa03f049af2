// The amount of script that a first visit of the overview needs, from the built files: everything that the dashboard's
// page loads or preloads.
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";

const DIST = fileURLToPath(new URL("../../web/dist/", import.meta.url));

/** In kB, compressed as the server sends it. */
export function firstScriptKb() {
  if (!existsSync(`${DIST}dashboard.html`)) throw new Error("The pages are not built: npm run build.");
  const page = readFileSync(`${DIST}dashboard.html`, "utf8");
  const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file);
  if (scripts.length === 0) throw new Error("The page has no script.");
  const bytes = scripts.reduce((sum, file) => sum + brotliCompressSync(readFileSync(`${DIST}${file}`)).length, 0);
  return Math.round(bytes / 100) / 10;
}
