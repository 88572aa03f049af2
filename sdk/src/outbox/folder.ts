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
import { createFile, makeFolder, namesIn, readText, remove, replaceFile, syncFolder } from "./durable-files.ts";
import { Watch } from "./watch.ts";

const EXTENSION = ".json";
/** Longer than it takes to write a file. */
const UNFINISHED_MS = 120_000;

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
  readonly #newer = new Set<string>();
  readonly #isOurs: (id: string) => boolean;
  #foreign = 0;

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
    return folder;
  }

  /** False if the call, or another one with its ID, is pending. Durable when it resolves to true. */
  async store(call: StoredCall): Promise<boolean> {
    const ids = await this.list();
    const { maxPending } = this.#settings;
    if (ids.length >= maxPending && !ids.includes(call.id))
      throw outboxError("outbox_full", `The outbox is full: ${maxPending} calls are pending.`);
    const name = call.id + EXTENSION;
    if (!(await createFile(this.#pending, { name, text: callText(call), durable: true }))) return false;
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
    this.#watch.keep(unfinished);
    for (const name of unfinished)
      if (this.#watch.isUnchangedFor(UNFINISHED_MS, name, "")) await remove(join(this.#pending, name));
    const ids = idsIn(complete);
    const ours = ids.filter(this.#isOurs);
    this.#sayIfForeign(ids.length - ours.length);
    return ours;
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

  async fail(call: StoredCall, error: OutboxFailure, at: Date): Promise<FailedCall> {
    const { complete } = await namesIn(this.#failed);
    if (complete.length >= this.#settings.maxPending)
      throw outboxError("outbox_full", `${complete.length} refused calls are in the outbox. Retry or discard them.`);
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
    const { onProblem } = this.#settings;
    const name = id + EXTENSION;
    try {
      return read();
    } catch (error) {
      if (error instanceof NewerFile) {
        if (!this.#newer.has(id)) onProblem(new Error(`pending/${name} was written by a newer SDK.`, { cause: error }));
        this.#newer.add(id);
        return undefined;
      }
      if (!(error instanceof CorruptFile)) throw error;
      await rename(this.#path(id), join(this.#corrupt, name)).catch(() => {});
      onProblem(new Error(`pending/${name} is damaged. It was moved to corrupt/${name}.`, { cause: error }));
      return undefined;
    }
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
