// Builds the files that the service offers for download, after `tsc -b`:
//   dist/downloads/sdk.tgz                what `npm install https://YOUR-HOST/sdk.tgz` installs
//   dist/downloads/verify-statement.mjs   verifies statements without a checkout
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const SDK = fileURLToPath(new URL("../sdk", import.meta.url));
const PROGRAM = fileURLToPath(new URL("dist/cli/verify-statement-file.js", import.meta.url));
const FOLDER = fileURLToPath(new URL("dist/downloads", import.meta.url));
const BANNER =
  "// Verifies a signed statement of Tributary. Needs Node.js 20 or newer and nothing else.\n// MIT licensed; the source is in the SDK: sdk.tgz";

mkdirSync(FOLDER, { recursive: true });
// Files appear complete or not at all: a server may start meanwhile.
const work = mkdtempSync(join(FOLDER, ".work-"));
try {
  // tsc -b has just built it.
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", work];
  const [{ filename }] = JSON.parse(execFileSync("npm", args, { cwd: SDK, encoding: "utf8" }));
  renameSync(join(work, filename), join(FOLDER, "sdk.tgz"));
  const bundle = await rolldown({ input: PROGRAM, platform: "node", treeshake: true });
  await bundle.write({ file: join(work, "verify-statement.mjs"), format: "esm", banner: BANNER });
  renameSync(join(work, "verify-statement.mjs"), join(FOLDER, "verify-statement.mjs"));
} finally {
  rmSync(work, { recursive: true });
}
