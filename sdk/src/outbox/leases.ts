import { randomUUID } from "node:crypto";
import { link, readlink, rename } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { codeOf, createFile, ifThere, namesIn, readText, remove } from "./durable-files.ts";
import { Watch } from "./watch.ts";

/**
 * A lease lets one process at a time send a call. Two processes that send the same call do no harm, because the server
 * records it once. So leases are not synced to disk, and a lease may be taken over by mistake.
 */
export interface Lease {
  isMine(): Promise<boolean>;
  release(): Promise<void>;
}

interface Holder {
  readonly token: string;
  readonly process: string;
  readonly pid: number;
  readonly host: string;
  /** The longest time that the holder needs it. */
  readonly ms: number;
}

/** For files that no holder can be read from. */
const UNKNOWN_MS = 120_000;
/** The same for all clients of this process, and new after a restart in a container, which has the same pid. */
const PROCESS = Symbol.for("tributary-sdk.outbox.process");
const known = globalThis as { [PROCESS]?: string };
const thisProcess = (known[PROCESS] ??= randomUUID());

export class Leases {
  readonly #folder: string;
  readonly #ms: number;
  readonly #watch: Watch;

  constructor(folder: string, ms: number, elapsedMs: () => number) {
    this.#folder = folder;
    this.#ms = ms;
    this.#watch = new Watch(elapsedMs);
  }

  /** Undefined if another client has it. */
  async take(name: string): Promise<Lease | undefined> {
    const path = join(this.#folder, name);
    const token = randomUUID();
    const holder: Holder = { token, process: thisProcess, pid: process.pid, host: await thisHost(), ms: this.#ms };
    const file = { name, text: JSON.stringify(holder), durable: false };
    const taken =
      (await createFile(this.#folder, file)) || ((await this.#clear(name)) && (await createFile(this.#folder, file)));
    if (!taken) return undefined;
    const isMine = async () => (await holderIn(path)).token === token;
    return {
      isMine,
      release: async () => {
        if (await isMine()) await remove(path);
      },
    };
  }

  /** Removes what crashed processes left behind. */
  async tidy(inUse: (name: string) => boolean): Promise<void> {
    const { complete, unfinished } = await namesIn(this.#folder);
    this.#watch.keep([...complete, ...unfinished]);
    for (const name of unfinished)
      if (this.#watch.isUnchangedFor(UNKNOWN_MS, name, "")) await remove(join(this.#folder, name));
    for (const name of complete) if (!inUse(name)) await this.#clear(name);
  }

  /** Removes a lease whose holder is gone. Returns false if it removed nothing. */
  async #clear(name: string): Promise<boolean> {
    const path = join(this.#folder, name);
    const found = await holderIn(path);
    if (found.text === undefined) return true;
    const { text, pid, host, process: holder, ms } = found;
    const isDead = host === (await thisHost()) && holder !== thisProcess && !isRunning(pid);
    if (!isDead && !this.#watch.isUnchangedFor(ms, name, text)) return false;
    // Another process may do the same, and may already have a new lease under this name.
    const aside = `${path}.${randomUUID()}.tmp`;
    if ((await ifThere(rename(path, aside).then(() => true))) === undefined) return false;
    const isTheSame = (await readText(aside)) === text;
    if (!isTheSame) await link(aside, path).catch(() => {});
    await remove(aside);
    return isTheSame;
  }
}

/** Containers can share a host name, but a pid means something only in its own namespace. */
async function thisHost(): Promise<string> {
  const namespace = await readlink("/proc/self/ns/pid").catch(() => "");
  return `${hostname()} ${namespace}`.trim();
}

async function holderIn(path: string): Promise<Holder & { readonly text: string | undefined }> {
  const text = await readText(path);
  const unknown = { token: "", process: thisProcess, pid: 0, host: "", ms: UNKNOWN_MS };
  try {
    return { ...unknown, ...(JSON.parse(text ?? "{}") as Partial<Holder>), text };
  } catch {
    return { ...unknown, text };
  }
}

/** A process with this pid that is not the holder cannot be told apart from it, unless it is this one. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}
