// A copy of the project that edits can be applied to. Packages are linked; our own workspaces are copied.
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brokenText } from "./apply.mjs";

export const root = fileURLToPath(new URL("..", import.meta.url));

const LEFT_OUT = new Set([".git", "node_modules", "data", "demo-data", "test-results", "playwright-report"]);
const WITH_PACKAGES = ["", "sdk", "server", "web"];

/** One copy, for one edit at a time. */
export class Copy {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "tributary-sabotage-")));

  constructor() {
    // Tests start the program as another user, who must be able to read it.
    chmodSync(this.folder, 0o755);
    cpSync(root, this.folder, { recursive: true, filter: (from) => !LEFT_OUT.has(basename(from)) || from === root });
    for (const workspace of WITH_PACKAGES) linkPackages(join(root, workspace), join(this.folder, workspace));
  }

  /**
   * Runs the work while the edit is in place.
   * @template Result
   * @param {import("./edits/index.mjs").Edit} edit
   * @param {() => Promise<Result>} work
   * @returns {Promise<Result>}
   */
  async sabotaged(edit, work) {
    /** @type {Map<string, string>} */
    const originals = new Map();
    try {
      for (const change of edit.changes) {
        const path = join(this.folder, change.file);
        const text = readFileSync(path, "utf8");
        if (!originals.has(path)) originals.set(path, text);
        writeFileSync(path, brokenText(edit, change, text));
      }
      return await work();
    } finally {
      for (const [path, text] of originals) writeFileSync(path, text);
    }
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/**
 * A workspace is a relative link (node_modules/tributary-sdk → ../sdk) and stays one, so that it leads into the copy.
 * @param {string} from
 * @param {string} to
 */
function linkPackages(from, to) {
  const packages = join(from, "node_modules");
  if (!existsSync(packages)) return;
  mkdirSync(join(to, "node_modules"));
  for (const name of readdirSync(packages)) {
    const path = join(packages, name);
    // Tools write to their caches, so each copy has its own.
    if (name.startsWith(".") && name !== ".bin") continue;
    symlinkSync(lstatSync(path).isSymbolicLink() ? readlinkSync(path) : path, join(to, "node_modules", name));
  }
}
