import type { Socket } from "node:net";
import pg from "pg";
import { cut, end, type Session } from "./connector.ts";

/** After this long without data from the server, a second connection checks whether it is still up. */
const SILENCE_MS = 2_000;
/** A statement of a job may take an hour. Other callers must not wait that long for a host that vanished. */
const PAUSE_MAX_MS = 60_000;

interface Heard {
  bytes: number;
  atMs: number;
}

/**
 * Finds hosts that vanished without closing their connections. TCP would notice only after 15 minutes, and a statement
 * timeout would keep every caller waiting until it expires. A slow statement is left alone.
 */
export class SilenceWatch {
  readonly #open: () => Promise<Session>;
  readonly #heard = new Map<Session, Heard>();
  #probing = false;
  #probedAtMs = -Infinity;
  /** Grows with each probe during the same silence. */
  #pauseMs = SILENCE_MS;

  constructor(open: () => Promise<Session>) {
    this.#open = open;
  }

  add(session: Session): void {
    // A pooler monitors its servers itself, and delays new connections when they are busy.
    if (session.isPooled) return;
    this.#heard.set(session, { bytes: bytesFrom(session), atMs: performance.now() });
  }

  remove(session: Session): void {
    this.#heard.delete(session);
  }

  /** Call this regularly. */
  look(): void {
    const now = performance.now();
    let longestMs = 0;
    for (const [session, heard] of this.#heard) {
      const bytes = bytesFrom(session);
      if (bytes !== heard.bytes) Object.assign(heard, { bytes, atMs: now });
      longestMs = Math.max(longestMs, now - heard.atMs);
    }
    if (longestMs < SILENCE_MS) this.#pauseMs = SILENCE_MS;
    else if (now - this.#probedAtMs >= this.#pauseMs && !this.#probing) void this.#probe(now);
  }

  async #probe(now: number): Promise<void> {
    const silentBefore = now - SILENCE_MS;
    this.#probing = true;
    this.#probedAtMs = now;
    this.#pauseMs = Math.min(2 * this.#pauseMs, PAUSE_MAX_MS);
    const found = await this.#reach();
    this.#probing = false;
    if (found === "alive") return;
    for (const [session, { bytes, atMs }] of this.#heard) {
      const isSilent = atMs <= silentBefore && bytes === bytesFrom(session);
      if (isSilent && session.host !== found)
        cut(session.client, new Error("Connection terminated: the server does not respond"));
    }
  }

  /**
   * The host that accepts a new connection in time; undefined if none does; "alive" if a server responds but refuses.
   */
  async #reach(): Promise<number | undefined | "alive"> {
    try {
      const { client, host } = await this.#open();
      void end(client);
      return host;
    } catch (error) {
      return isServerResponse(error) ? "alive" : undefined;
    }
  }
}

/** A server that refuses us is up, even if another host failed differently. */
function isServerResponse(error: unknown): boolean {
  return error instanceof pg.DatabaseError || (error instanceof AggregateError && error.errors.some(isServerResponse));
}

function bytesFrom({ client }: Session): number {
  return (client.connection.stream as Socket).bytesRead;
}
