import { forgetJournal, reportClean, reportReplay } from "../usecases/clicks/click-journals.ts";
import { recordClicks } from "../usecases/clicks/record-clicks.ts";
import { replayClicks, replayedBytes } from "../usecases/clicks/replay-clicks.ts";
import type { Services } from "../usecases/context.ts";
import type { AddressHasher } from "./address-hasher.ts";
import { Batches, type Batched, type BatchFailure } from "./batches.ts";
import { reasonOf, type RedirectCounters, type UntrackedReason } from "./counters.ts";
import type { Replayer } from "./journal/click-journal.ts";
import type { OpenJournal } from "./journal/open-journal.ts";
import type { Visit } from "./visit.ts";

export interface ClickWriterOptions {
  readonly services: Pick<Services, "db" | "clock">;
  readonly hasher: AddressHasher;
  readonly counters: RedirectCounters;
  /** Without one, customers are redirected untracked while the database is unavailable. */
  readonly journal: OpenJournal | undefined;
  readonly onError: (error: unknown) => void;
  readonly onUntracked: (visit: Visit, reason: UntrackedReason) => void;
  /** Clicks were committed, and their counts have to be folded. */
  readonly onWritten: () => void;
  readonly deadlineMs: number;
}

const QUEUE_MAX = 10_000;
const BATCH_MAX = 1_000;
/** A group has fixed costs. Between 16 and 32, benchmarks on a busy machine showed no clear difference. */
const GROUP_MIN = 32;
const GROUPS_MAX = 2;
const REPORT_MS = 2_000;
/** The journal is the last resort, and a busy disk takes longer to flush than a visitor waits for the database. */
const JOURNAL_DEADLINE_MS = 3_000;
/** A click can wait for the database and then for the disk. */
const UNDER_WAY_MS = 5_000;
const CLOSING_MS = 5_000;
/** A visitor waits this long for it, in addition to the time for the database and the disk. */
const ANNOUNCING_MS = 200;

/** Writes clicks to the database, or to the journal while the database cannot take them. */
export class ClickWriter {
  readonly #options: ClickWriterOptions;
  readonly #direct: Batches<Visit, void>;
  readonly #journaled: Batches<Rescued, void>;
  /** The last write failed: until one succeeds, clicks go to the journal at once. */
  #isAway = false;
  #reportedAt = -REPORT_MS;
  /** Since the journal was empty, it was reported that it no longer is, or the database did not take the report. */
  #isAnnounced = false;
  #replaying: Promise<void> | undefined;
  #closed = false;

  constructor(options: ClickWriterOptions) {
    this.#options = options;
    const limits = { queueMax: QUEUE_MAX, batchMax: BATCH_MAX, deadlineMs: options.deadlineMs };
    const { onError } = options;
    this.#direct = new Batches({
      ...limits,
      onError,
      // Otherwise this process waits while the database writes, and the database waits while this process responds.
      besides: { waiting: GROUP_MIN, groupsMax: GROUPS_MAX },
      work: (visits: readonly Visit[]) => this.#write(visits),
    });
    this.#journaled = new Batches({
      ...limits,
      deadlineMs: JOURNAL_DEADLINE_MS,
      onError,
      work: (rescued: readonly Rescued[]) => this.#journal(rescued),
    });
  }

  add(visit: Visit): void {
    if (this.#isAway && this.#options.journal) this.#journaled.add(new Rescued(visit, this.#options.onUntracked));
    else this.#direct.add(visit);
  }

  /** The database did not take the visit. */
  rescue(visit: Visit, why: BatchFailure): void {
    const { journal, onUntracked } = this.#options;
    // One without an ID may be counted already, and a replay could not tell.
    const wouldCountTwice = why === "unknown" && !visit.isKept;
    if (!journal || wouldCountTwice) return onUntracked(visit, reasonOf(why));
    this.#journaled.add(new Rescued(visit, onUntracked));
  }

  /** Announces what is left from before. The replay follows later: a large journal must not delay the start. */
  async start(): Promise<void> {
    const { journal, services } = this.#options;
    if (!journal) return;
    const clean = new Date(services.clock.now().getTime() - UNDER_WAY_MS);
    if (await journal.clicks.isEmpty()) await reportClean(services, journal.id, clean);
    else await reportReplay(services, journal.id);
  }

  /** Replays the journal and reports that it is empty. One at a time. */
  keepUp(): Promise<void> {
    return (this.#replaying ??= this.#keepUp().finally(() => (this.#replaying = undefined)));
  }

  /** Afterwards the journal is empty, or the next start finds what is left. */
  async close(): Promise<void> {
    const { journal } = this.#options;
    if (!journal) return;
    this.#closed = true;
    await this.#replaying?.catch(() => {});
    await journal.clicks.close();
    const until = performance.now() + CLOSING_MS;
    await this.#replay(journal, () => performance.now() > until);
    if (await journal.clicks.isEmpty()) await forgetJournal(this.#options.services, journal.id);
  }

  async #keepUp(): Promise<void> {
    const { journal, services } = this.#options;
    if (!journal) return;
    const isEmpty = await journal.clicks.isEmpty().catch((error: unknown) => {
      this.#options.onError(error);
      return undefined;
    });
    if (isEmpty !== true) {
      await reportReplay(services, journal.id);
      // This write succeeded, so the next ones can, even if the journal itself cannot be read.
      this.#isAway = false;
      if (isEmpty === undefined) return;
      await this.#replay(journal, () => this.#closed);
    }
    if (!this.#isAway && performance.now() - this.#reportedAt < REPORT_MS) return;
    // Before the folder is read: a click that comes in meanwhile is later.
    const clean = new Date(services.clock.now().getTime() - UNDER_WAY_MS);
    this.#isAnnounced = false;
    if (!(await journal.clicks.isEmpty())) return;
    await reportClean(services, journal.id, clean);
    // A click came in meanwhile.
    if (this.#isAnnounced) return reportReplay(services, journal.id);
    this.#reportedAt = performance.now();
    this.#isAway = false;
  }

  async #replay({ clicks }: OpenJournal, isStopping: () => boolean): Promise<void> {
    const { services, counters } = this.#options;
    const replayer = {
      replayedBytes: (segment: string) => replayedBytes(services, segment),
      replay: async (...[part, where]: Parameters<Replayer["replay"]>) => {
        const isOurs = await replayClicks(services, part, where);
        if (isOurs) counters.replayed(part.length);
        this.#options.onWritten();
        return isOurs;
      },
    };
    await clicks.replay(replayer, isStopping);
  }

  async #write(visits: readonly Visit[]): Promise<() => void> {
    const { services, hasher, counters } = this.#options;
    const started = performance.now();
    try {
      for (const { atMs } of visits) if (!hasher.isReady(atMs)) await hasher.prepare(atMs);
      await recordClicks(
        services,
        visits.map((visit) => visit.click(hasher.hash(visit.address, visit.atMs))),
      );
    } catch (error) {
      this.#isAway = true;
      throw error;
    }
    this.#isAway = false;
    this.#options.onWritten();
    counters.batch(performance.now() - started);
    return () => {};
  }

  async #journal(rescued: readonly Rescued[]): Promise<() => void> {
    const { journal, hasher, counters } = this.#options;
    if (!journal) throw new Error("There is no journal.");
    // A day whose key is not known yet has no hashes: the key is in the database.
    await journal.clicks.append(rescued.map(({ visit }) => visit.click(hasher.hash(visit.address, visit.atMs))));
    counters.journaled(rescued.length);
    await this.#announce(journal);
    return () => {};
  }

  /**
   * Before the redirect, because an order can follow its click sooner than the next report. Once: if the database is
   * away, the first report afterwards says so.
   */
  async #announce({ id }: OpenJournal): Promise<void> {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    const told = reportReplay(this.#options.services, id).catch((error: unknown) => this.#options.onError(error));
    await Promise.race([told, new Promise((done) => setTimeout(done, ANNOUNCING_MS))]);
  }
}

/** A visit on its way to the journal. */
class Rescued implements Batched<void> {
  readonly visit: Visit;
  readonly #onUntracked: ClickWriterOptions["onUntracked"];

  constructor(visit: Visit, onUntracked: ClickWriterOptions["onUntracked"]) {
    this.visit = visit;
    this.#onUntracked = onUntracked;
  }
  done(): void {
    this.visit.done();
  }
  failed(why: BatchFailure): void {
    this.#onUntracked(this.visit, reasonOf(why));
  }
}
