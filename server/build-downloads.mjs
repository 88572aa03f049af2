// Builds the files that the service offers for download, after `tsc -b`:
//   dist/downloads/sdk.tgz                what `npm install https://YOUR-HOST/sdk.tgz` installs
//   dist/downloads/verify-statement.mjs   verifies statements without a checkout
//   dist/downloads/t.js                   the script for shops, minified
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const SDK = fileURLToPath(new URL("../sdk", import.meta.url));
const COMMAND = fileURLToPath(new URL("dist/cli/developer.js", import.meta.url));
const PROGRAM = fileURLToPath(new URL("dist/cli/verify-statement-file.js", import.meta.url));
const SCRIPT = fileURLToPath(new URL("assets/t.js", import.meta.url));
const FOLDER = fileURLToPath(new URL("dist/downloads", import.meta.url));
const BANNER =
  "// Verifies a signed statement of Tributary. Needs Node.js 20 or newer and nothing else.\n// MIT licensed; the source is in the SDK: sdk.tgz";

mkdirSync(FOLDER, { recursive: true });
// Files appear complete or not at all: a server may start meanwhile.
const work = mkdtempSync(join(FOLDER, ".work-"));
try {
  await packSdk();
  await bundle("t.js", { input: SCRIPT }, { minify: true });
  await bundle("verify-statement.mjs", { input: PROGRAM, platform: "node" }, { banner: BANNER });
} finally {
  rmSync(work, { recursive: true });
}

/** With the command for developers. The package in this repository does not have it: the server has one of this name. */
async function packSdk() {
  const copy = join(work, "sdk");
  // tsc -b has just built it.
  for (const name of ["dist", "src", "LICENSE", "README.md"])
    cpSync(join(SDK, name), join(copy, name), { recursive: true });
  const description = JSON.parse(readFileSync(join(SDK, "package.json"), "utf8"));
  const packed = { ...description, bin: { tributary: "bin/tributary.js" } };
  writeFileSync(join(copy, "package.json"), `${JSON.stringify(packed, null, 2)}\n`);
  const command = await rolldown({ input: COMMAND, platform: "node", external: ["tributary-sdk"] });
  await command.write({ banner: "#!/usr/bin/env node", file: join(copy, "bin/tributary.js"), format: "esm" });
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", work];
  const [{ filename }] = JSON.parse(execFileSync("npm", args, { cwd: copy, encoding: "utf8" }));
  renameSync(join(work, filename), join(FOLDER, "sdk.tgz"));
}

async function bundle(name, input, output) {
  await (await rolldown(input)).write({ ...output, file: join(work, name), format: "esm" });
  renameSync(join(work, name), join(FOLDER, name));
}
