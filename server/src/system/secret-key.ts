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
const LOST =
  "is missing, but there is data. Restore it from a backup. If it is lost, set SECRET_KEY to the output of `openssl rand -hex 32`";

/** The installation's secret cannot be used; the message says what to do, and never contains the secret. */
export class UnusableSecret extends Error {
  override readonly name = "UnusableSecret";
}

export function secretKeyFile(dataDir: string): string {
  return join(dataDir, "secret.key");
}

/** The secret of this data folder, created at the first start, before there is anything to protect. */
export function loadSecretKey(dataDir: string, hasData: boolean): Buffer {
  const found = readSecretKey(dataDir);
  if (found) return found;
  const file = secretKeyFile(dataDir);
  // Replacing a lost secret would look like a normal start, but leave everything it encrypted unreadable.
  if (hasData) fail(file, LOST);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    return createSecretKey(file) ?? readSecretKey(dataDir) ?? fail(file, LOST);
  } catch (error) {
    if (error instanceof UnusableSecret) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new UnusableSecret(`${dataDir} is not writable (${why}). Set DATA_DIR to a folder that you own.`);
  }
}

/** The secret, if it exists. */
function readSecretKey(dataDir: string): Buffer | undefined {
  const file = secretKeyFile(dataDir);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found) return undefined;
  if ((found.mode & 0o077) !== 0) fail(file, "is readable by other users. Run `chmod 600` on it");
  const text = readText(file).trim();
  if (!/^[0-9a-f]{64,}$/.test(text)) fail(file, "is damaged. Restore it from a backup");
  return Buffer.from(text, "hex");
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return fail(file, "belongs to another user. Start Tributary as the user who started it before");
  }
}

/** Undefined if another process created it first. Linked into place when complete, so nobody reads half a secret. */
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
