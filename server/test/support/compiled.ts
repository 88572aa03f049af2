import { spawnSync } from "node:child_process";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vitest/config";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const SOURCE = /^(sdk|server)\/src\/(.*)\.ts$/;

/** Output of the compiler, which Node loads itself. */
export const COMPILED = /\/(?:sdk|server)\/dist\/.*\.js$/;

/** Type errors are printed and do not prevent a run: `npm run check` fails because of them. */
export function compile(): void {
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  spawnSync(process.execPath, [compiler, "-b", "sdk", "server"], { cwd: root, stdio: "inherit" });
}

/**
 * Tests import sources and get the compiled files that operators run. Vitest's own loader would compile each source
 * again, and its imports are slower to use.
 */
export const compiledSources: Plugin = {
  name: "compiled-sources",
  enforce: "pre",
  resolveId(path, importer) {
    if (importer === undefined || !path.endsWith(".ts")) return undefined;
    const [, workspace = "", file] = SOURCE.exec(relative(root, resolve(dirname(importer), path))) ?? [];
    return file === undefined ? undefined : join(root, workspace, "dist", `${file}.js`);
  },
};
