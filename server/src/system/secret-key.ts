import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";

const BYTES = 32;

/** The installation's secret cannot be used; the message says what to do, and never what it is. */
export class UnusableSecret extends Error {
  override readonly name = "UnusableSecret";
}

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, "secret.key");
}

/** The secret of this data folder, made at the first start. What it encrypted is lost with it. */
export function loadSecretKey(dataDir: string): Buffer {
  const file = secretKeyFile(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o755 });
  return readSecretKey(dataDir) ?? createSecretKey(file) ?? readSecretKey(dataDir) ?? fail(file, "cannot be read");
}

/** The secret if it has been made. */
export function readSecretKey(dataDir: string): Buffer | undefined {
  const file = secretKeyFile(dataDir);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if ((found.mode & 0o077) !== 0) fail(file, "can be read by other users: run `chmod 600` on it");
  const text = readText(file).trim();
  if (!/^[0-9a-f]{64,}$/.test(text)) fail(file, "is damaged: restore it from a backup");
  return Buffer.from(text, "hex");
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return fail(file, "belongs to another user: start Tributary as the user who started it before");
  }
}

/** Undefined when a rival made it first. Linked into place when it is whole: nobody reads half a secret. */
function createSecretKey(file: string): Buffer | undefined {
  const key = randomBytes(BYTES);
  const draft = `${file}-draft-${randomBytes(4).toString("hex")}`;
  const handle = openSync(draft, "wx", 0o600);
  try {
    writeSync(handle, `${key.toString("hex")}\n`);
    fsyncSync(handle);
    linkSync(draft, file);
    return key;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return undefined;
    throw error;
  } finally {
    closeSync(handle);
    rmSync(draft, { force: true });
  }
}

function fail(file: string, why: string): never {
  throw new UnusableSecret(`${file} ${why}.`);
}
