import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The installation's new address, left behind in its old data folder. */
export interface MovedMark {
  /** Without the password. */
  readonly to: string;
  readonly at: string;
}

export function movedMarkFile(dataDir: string): string {
  return join(dataDir, "moved.json");
}

/** Durable when it returns. */
export function writeMovedMark(dataDir: string, mark: MovedMark): void {
  const file = movedMarkFile(dataDir);
  const draft = `${file}.draft`;
  const handle = openSync(draft, "w", 0o644);
  try {
    writeSync(handle, `${JSON.stringify(mark, null, 2)}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(draft, file);
  const folder = openSync(dataDir, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Undefined unless the installation was moved. An unreadable mark counts as moved. */
export function readMovedMark(dataDir: string): MovedMark | undefined {
  let text: string;
  try {
    text = readFileSync(movedMarkFile(dataDir), "utf8");
  } catch {
    return undefined;
  }
  try {
    return JSON.parse(text) as MovedMark;
  } catch {
    return { to: "another database", at: "" };
  }
}
