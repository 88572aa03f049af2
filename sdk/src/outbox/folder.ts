import { rename } from "node:fs/promises";
import { join } from "node:path";
import { TributaryError, type OutboxErrorCode } from "../error.ts";
import type { FailedCall, OutboxFailure } from "../outbox.ts";
import {
  belongsTo,
  callFrom,
  callText,
  CorruptFile,
  encode,
  failureFrom,
  NewerFile,
  presented,
  type StoredCall,
  type StoredFailure,
  type Target,
} from "./call-file.ts";
import {
  checkLinks,
  createFile,
  makeFolder,
  namesIn,
  readText,
  remove,
  replaceFile,
  syncFolder,
} from "./durable-files.ts";
import { Watch } from "./watch.ts";

const EXTENSION = ".json";
/** Longer than it takes to write a file. */
const UNFINISHED_MS = 120_000;
/** How long a count of the pending calls is used. Other processes store some in the meantime. */
const COUNTED_MS = 1_000;

export interface FolderSettings {
  readonly directory: string;
  readonly target: Target;
  readonly maxPending: number;
  readonly elapsedMs: () => number;
  readonly onProblem: (problem: Error) => void;
}

/**
 * The files of an outbox: `pending`, `failed` and, for damaged files, `corrupt`. Those of another target may be there
 * too, and are left alone.
 */
export class Folder {
  readonly #settings: FolderSettings;
  readonly #pending: string;
  readonly #failed: string;
  readonly #corrupt: string;
  readonly leases: string;
  readonly #watch: Watch;
  /** The IDs of files that stay where they are although they cannot be read. */
  readonly #reported = new Set<string>();
  readonly #isOurs: (id: string) => boolean;
  #foreign = 0;
  #counted = { pending: 0, at: -Infinity };

  private constructor(settings: FolderSettings) {
    const { directory } = settings;
    this.#settings = settings;
    this.#pending = join(directory, "pending");
    this.#failed = join(directory, "failed");
    this.#corrupt = join(directory, "corrupt");
    this.leases = join(directory, "leases");
    this.#watch = new Watch(settings.elapsedMs);
    this.#isOurs = belongsTo(settings.target);
  }

  static async open(settings: FolderSettings): Promise<Folder> {
    const folder = new Folder(settings);
    await makeFolder(settings.directory);
    for (const each of [folder.#pending, folder.#failed, folder.#corrupt, folder.leases]) await makeFolder(each);
    await checkLinks(folder.leases);
    return folder;
  }

  /** False if the call, or another one with its ID, is pending. Durable when it resolves to true. */
  async store(call: StoredCall): Promise<boolean> {
    const { maxPending } = this.#settings;
    if ((await this.#atLeastPending()) >= maxPending && !(await this.isPending(call.id)))
      throw outboxError("outbox_full", `The outbox is full: ${maxPending} calls are pending.`);
    const name = call.id + EXTENSION;
    if (!(await createFile(this.#pending, { name, text: callText(call), durable: true }))) return false;
    this.#counted.pending += 1;
    try {
      await syncFolder(this.#pending);
    } catch (error) {
      // The caller learns that it is not stored, so it must not be sent later.
      await this.remove(call.id);
      throw error;
    }
    return true;
  }

  /** The IDs of all pending calls. */
  async list(): Promise<string[]> {
    const { complete, unfinished } = await namesIn(this.#pending);
    await this.#tidy(unfinished.map((name) => join(this.#pending, name)));
    const ids = idsIn(complete);
    const ours = ids.filter(this.#isOurs);
    this.#sayIfForeign(ids.length - ours.length);
    this.#counted = { pending: ours.length, at: this.#settings.elapsedMs() };
    return ours;
  }

  /** Listing thousands of names for each call would take longer than storing it. */
  async #atLeastPending(): Promise<number> {
    const { elapsedMs, maxPending } = this.#settings;
    const isRecent = elapsedMs() - this.#counted.at < COUNTED_MS;
    return isRecent && this.#counted.pending < maxPending ? this.#counted.pending : (await this.list()).length;
  }

  /** Once, and again after they are gone. */
  #sayIfForeign(count: number): void {
    if (count > 0 && this.#foreign === 0)
      this.#settings.onProblem(
        new Error(
          `The outbox contains pending calls for another server or test account (${count}). ` +
            "This client does not send them. Use one directory per account.",
        ),
      );
    this.#foreign = count;
  }

  /** Deletes what crashed processes left unfinished. */
  async #tidy(inPending: readonly string[]): Promise<void> {
    const { unfinished } = await namesIn(this.#failed);
    const paths = [...inPending, ...unfinished.map((name) => join(this.#failed, name))];
    this.#watch.keep(paths);
    for (const path of paths) if (this.#watch.isUnchangedFor(UNFINISHED_MS, path, "")) await remove(path);
  }

  /** Undefined if it is not pending, or if its file is damaged: then it is set aside. */
  async read(id: string): Promise<StoredCall | undefined> {
    const text = await readText(this.#path(id));
    return text === undefined ? undefined : this.#orAside(id, () => callFrom(text, id));
  }

  async isPending(id: string): Promise<boolean> {
    return (await readText(this.#path(id))) !== undefined;
  }

  /** Not synced: a call that reappears with the power is recognized by the server. */
  async remove(id: string): Promise<void> {
    await remove(this.#path(id));
  }

  /** Without a limit: a call that could not be moved would be sent again for ever. */
  async fail(call: StoredCall, error: OutboxFailure, at: Date): Promise<FailedCall> {
    const failure: StoredFailure = { call, failedAt: at.toISOString(), error };
    // First there, then not here: after a crash in between the call is refused again, with the same result.
    await replaceFile(this.#failed, { name: call.id + EXTENSION, text: encode(failure), durable: true });
    await this.remove(call.id);
    return presentedFailure(failure);
  }

  async failures(): Promise<FailedCall[]> {
    const { complete } = await namesIn(this.#failed);
    const found: FailedCall[] = [];
    for (const id of idsIn(complete).filter(this.#isOurs)) {
      const failure = await this.#failure(id + EXTENSION);
      if (failure) found.push(presentedFailure(failure));
    }
    return found.sort((a, b) => (a.failedAt < b.failedAt ? -1 : 1));
  }

  /** Makes it pending again, unless it has been called again since. */
  async retry(id: string): Promise<void> {
    const failure = await this.#failure(id + EXTENSION);
    if (!failure) throw new TypeError("The outbox has no refused call with this ID.");
    await this.store(failure.call);
    await this.discard(id);
  }

  async discard(id: string): Promise<void> {
    if (!/^[\w-]+$/.test(id)) throw new TypeError("The outbox has no refused call with this ID.");
    await remove(join(this.#failed, id + EXTENSION));
    await syncFolder(this.#failed);
  }

  async #failure(name: string): Promise<StoredFailure | undefined> {
    if (!/^[\w-]+\.json$/.test(name)) return undefined;
    const text = await readText(join(this.#failed, name));
    if (text === undefined) return undefined;
    try {
      return failureFrom(text);
    } catch (error) {
      this.#settings.onProblem(new Error(`failed/${name} cannot be read.`, { cause: error }));
      return undefined;
    }
  }

  #path(id: string): string {
    return join(this.#pending, id + EXTENSION);
  }

  async #orAside(id: string, read: () => StoredCall): Promise<StoredCall | undefined> {
    const name = id + EXTENSION;
    try {
      return read();
    } catch (error) {
      if (error instanceof NewerFile) {
        this.#sayOnce(id, `pending/${name} was written by a newer SDK.`, error);
        return undefined;
      }
      if (!(error instanceof CorruptFile)) throw error;
      const moving = rename(this.#path(id), join(this.#corrupt, name));
      const isMoved = await moving.then(
        () => true,
        () => false,
      );
      const then = isMoved ? `It was moved to corrupt/${name}.` : "It could not be moved to corrupt/.";
      this.#sayOnce(id, `pending/${name} is damaged. ${then}`, error);
      return undefined;
    }
  }

  #sayOnce(id: string, message: string, cause: unknown): void {
    if (!this.#reported.has(id)) this.#settings.onProblem(new Error(message, { cause }));
    this.#reported.add(id);
  }
}

const idsIn = (names: readonly string[]): string[] =>
  names.filter((name) => name.endsWith(EXTENSION)).map((name) => name.slice(0, -EXTENSION.length));

function presentedFailure({ call, failedAt, error }: StoredFailure): FailedCall {
  return { call: presented(call), failedAt, error };
}

export function outboxError(code: OutboxErrorCode, message: string, cause?: unknown): TributaryError {
  // Nothing is sent before it is stored.
  return new TributaryError({ code, message, outcome: "refused", attempts: 0, cause });
}
