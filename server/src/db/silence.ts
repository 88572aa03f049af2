import type { Socket } from "node:net";
import pg from "pg";
import { cut, end, type Session } from "./connector.ts";

/** After this long without a byte from the server, a second connection shows whether it is still there. */
const SILENCE_MS = 2_000;

interface Heard {
  bytes: number;
  atMs: number;
}

/**
 * Finds hosts that vanished without closing their connections. TCP would notice after a quarter of an hour, and a limit for
 * each statement would let all who wait on such a host wait that long. A slow statement is left alone.
 */
export class SilenceWatch {
  readonly #open: () => Promise<Session>;
  readonly #heard = new Map<Session, Heard>();
  #probing = false;
  /** Grows with each probe of the same silence: a job may take an hour over one statement. */
  #probeAfterMs = SILENCE_MS;

  constructor(open: () => Promise<Session>) {
    this.#open = open;
  }

  add(session: Session): void {
    // A pooler looks after its servers, and lets a new connection wait when they are busy.
    if (session.isPooled) return;
    this.#heard.set(session, { bytes: bytesFrom(session), atMs: performance.now() });
  }

  remove(session: Session): void {
    this.#heard.delete(session);
  }

  /** To be called now and then. */
  look(): void {
    const now = performance.now();
    let longestMs = 0;
    for (const [session, heard] of this.#heard) {
      const bytes = bytesFrom(session);
      if (bytes !== heard.bytes) Object.assign(heard, { bytes, atMs: now });
      longestMs = Math.max(longestMs, now - heard.atMs);
    }
    if (longestMs < SILENCE_MS) this.#probeAfterMs = SILENCE_MS;
    if (longestMs >= this.#probeAfterMs && !this.#probing) void this.#probe(now - SILENCE_MS);
  }

  async #probe(silentBefore: number): Promise<void> {
    this.#probing = true;
    this.#probeAfterMs *= 2;
    const found = await this.#reach();
    this.#probing = false;
    if (found === "alive") return;
    for (const [session, { bytes, atMs }] of this.#heard) {
      const isSilent = atMs <= silentBefore && bytes === bytesFrom(session);
      if (isSilent && session.host !== found)
        cut(session.client, new Error("Connection terminated: the server does not respond"));
    }
  }

  /** The host that takes a new connection in time; none, when nobody does; or only that somebody is there to refuse it. */
  async #reach(): Promise<number | undefined | "alive"> {
    try {
      const { client, host } = await this.#open();
      void end(client);
      return host;
    } catch (error) {
      return error instanceof pg.DatabaseError ? "alive" : undefined;
    }
  }
}

function bytesFrom({ client }: Session): number {
  return (client.connection.stream as Socket).bytesRead;
}
