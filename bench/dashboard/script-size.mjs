// The amount of script that a first visit needs, from the built files: the entry, the dashboard's shell and its overview,
// with all their imports.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const DIST = fileURLToPath(new URL("../../web/dist/", import.meta.url));

/** In kB, compressed. */
export function firstScriptKb() {
  if (!existsSync(`${DIST}index.html`)) throw new Error("The pages are not built: npm run build.");
  const entry = /src="\/assets\/([^"]+\.js)"/.exec(readFileSync(`${DIST}index.html`, "utf8"))?.[1];
  if (entry === undefined) throw new Error("The page has no script.");
  const first = closureOf([
    entry,
    chunkWith("layout-", "/dashboard/$accountId"),
    chunkWith("overview-page-", "Six steps"),
  ]);
  return kbOf(first);
}

/** @param {string} prefix @param {string} mark text that distinguishes it from others with the same prefix */
function chunkWith(prefix, mark) {
  const found = readdirSync(`${DIST}assets`).find(
    (file) => file.startsWith(prefix) && file.endsWith(".js") && read(file).includes(mark),
  );
  if (found === undefined) throw new Error(`There is no chunk ${prefix}*.js.`);
  return found;
}

/** @param {string} file */
const read = (file) => readFileSync(`${DIST}assets/${file}`, "utf8");

/** @param {string[]} files */
function closureOf(files) {
  /** @type {Set<string>} */
  const reached = new Set();
  const open = [...files];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    // Static imports only: `import("…")` has a parenthesis.
    for (const [, next] of read(file).matchAll(/(?:import|from)\s*["']\.\/([^"']+\.js)["']/g))
      if (next) open.push(next);
  }
  return reached;
}

/** @param {Iterable<string>} files */
const kbOf = (files) =>
  Math.round([...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0) / 100) / 10;
