import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { NewClick } from "../../domain/click.ts";
import { decodeGroups, encodeGroup, isDamaged, type Group } from "./groups.ts";
import { isSegment, quarantine, readSegment, removeSegment, Segment, takeSegment } from "./segment.ts";

export interface JournalOptions {
  /** Only this user can enter it. Processes on the same machine may share it. */
  readonly folder: string;
  readonly bytesMax: number;
}

/** What replays a segment into the database. */
export interface Replayer {
  /** How much of the segment has been replayed, by whichever process. */
  replayedBytes(segment: string): Promise<number>;
  /** Records these clicks, unless the segment has been replayed beyond `from` meanwhile: then false. */
  replay(clicks: readonly NewClick[], part: { segment: string; from: number; to: number }): Promise<boolean>;
}

export class JournalFull extends Error {
  override readonly name = "JournalFull";
}

export class JournalDamaged extends Error {
  override readonly name = "JournalDamaged";
}

/** Small enough to be read at once. */
const SEGMENT_BYTES = 4_000_000;
const REPLAYED_AT_ONCE = 500;
const TRIES_MAX = 10;
/** Other processes write to the same folder. */
const MEASURE_MS = 1_000;
/** After a failed write, so that a full disk does not get a new file for every group. */
const PAUSE_MS = 1_000;

/**
 * Clicks that the database could not take, on disk until it can. One writer at a time per process; any process may
 * replay what any other has left.
 */
export class ClickJournal {
  readonly #options: JournalOptions;
  #segment: Segment | undefined;
  #bytes = 0;
  #measuredAt = -Infinity;
  #brokenUntil = 0;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** Of all processes, as last measured, and what this one has written since. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Once it resolves, the clicks are on disk and will be replayed. */
  async append(clicks: readonly NewClick[]): Promise<void> {
    const group = encodeGroup(clicks);
    if (performance.now() - this.#measuredAt > MEASURE_MS) await this.measure().catch(() => {});
    if (this.#bytes + group.length > this.#options.bytesMax) throw new JournalFull("The click journal is full.");
    if (performance.now() < this.#brokenUntil) throw new Error("The last write to the click journal failed.");
    if (await this.#write(group)) return;
    // A replay took the segment, and may have read them or not. Clicks with an ID are recorded once in any case, and
    // mere counts would not be.
    const kept = clicks.filter(({ id }) => id !== null);
    if (kept.length === 0) return;
    const again = encodeGroup(kept);
    for (let tries = 0; tries < TRIES_MAX; tries += 1) if (await this.#write(again)) return;
    throw new Error("Every new file of the click journal was taken at once.");
  }

  /** Whether there is nothing to replay. */
  async isEmpty(): Promise<boolean> {
    const isEmpty = (await this.#names()).length === 0;
    // Another process may have replayed what this one has written.
    if (isEmpty) this.#bytes = 0;
    return isEmpty;
  }

  /** Replays every segment, also those of processes that died, until it is told to stop. */
  async replay(replayer: Replayer, isStopping: () => boolean = () => false): Promise<void> {
    for (const name of await this.#names()) {
      if (isStopping()) break;
      const taken = await takeSegment(this.#options.folder, name);
      const bytes = taken && (await readSegment(taken));
      if (!taken || !bytes) continue;
      const end = await replaySegment({ segment: taken.id, bytes }, replayer, isStopping);
      if (end === "stopped") break;
      if (isDamaged(bytes, end)) {
        await quarantine(taken);
        throw new JournalDamaged(`${taken.path} is damaged after byte ${end}. It was renamed to end in .damaged.`);
      }
      await removeSegment(taken);
    }
    await this.measure();
  }

  /** Other processes may have filled or emptied the folder. */
  async measure(): Promise<void> {
    this.#measuredAt = performance.now();
    const sizes = (await this.#names()).map(async (name) => {
      const found = await lstat(join(this.#options.folder, name)).catch(() => undefined);
      return found?.size ?? 0;
    });
    this.#bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  async close(): Promise<void> {
    await this.#end();
  }

  /** False if a replay has taken the segment meanwhile. */
  async #write(group: Buffer): Promise<boolean> {
    this.#segment ??= await Segment.create(this.#options.folder).catch((error: unknown) => {
      this.#brokenUntil = performance.now() + PAUSE_MS;
      throw error;
    });
    const segment = this.#segment;
    let isOurs = false;
    let isWritten = false;
    try {
      isOurs = await segment.append(group);
      isWritten = true;
      this.#bytes += group.length;
      return isOurs;
    } finally {
      if (!isWritten) this.#brokenUntil = performance.now() + PAUSE_MS;
      // Nothing may follow half a group: it would not be found.
      if (!isOurs || segment.bytes >= SEGMENT_BYTES) await this.#end();
    }
  }

  async #end(): Promise<void> {
    const segment = this.#segment;
    this.#segment = undefined;
    await segment?.close();
  }

  async #names(): Promise<string[]> {
    return (await readdir(this.#options.folder)).filter(isSegment);
  }
}

/** Returns where the last complete group ends. */
async function replaySegment(
  { segment, bytes }: { segment: string; bytes: Buffer },
  replayer: Replayer,
  isStopping: () => boolean,
): Promise<number | "stopped"> {
  let from = await replayer.replayedBytes(segment);
  for (let part = nextPart(bytes, from); part !== undefined; part = nextPart(bytes, from)) {
    if (isStopping()) return "stopped";
    const isOurs = await replayer.replay(part.clicks, { segment, from, to: part.end });
    from = isOurs ? part.end : await replayer.replayedBytes(segment);
  }
  return from;
}

/** Some groups together: while the database is away, groups are small. */
function nextPart(bytes: Buffer, from: number): Group | undefined {
  const clicks: NewClick[] = [];
  let end = from;
  for (const group of decodeGroups(bytes, from)) {
    clicks.push(...group.clicks);
    ({ end } = group);
    if (clicks.length >= REPLAYED_AT_ONCE) break;
  }
  return clicks.length === 0 ? undefined : { clicks, end };
}
