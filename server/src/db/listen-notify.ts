import pg from "pg";
import type { Connection } from "./connection.ts";
import { Connector, cut, end } from "./connector.ts";

/** Between two hints on a channel at least this much: each is a commit of its own under a lock that all hints share. */
const PAUSE_MS = 40;
const RECONNECT_MS = 1_000;
const CONNECT_MS = 5_000;

/** Sends hints to whoever listens on a channel, in any process. The first goes at once, a crowd behind it becomes one. */
export class NoticeSender {
  readonly #send: (channel: string) => Promise<void>;
  readonly #resting = new Map<string, { again: boolean }>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(send: (channel: string) => Promise<void>) {
    this.#send = send;
  }

  tell(channel: string): void {
    const resting = this.#resting.get(channel);
    if (resting) resting.again = true;
    else this.#tellNow(channel);
  }

  /** Whatever was told is sent before this resolves. */
  async flush(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    const late = [...this.#resting].filter(([, { again }]) => again).map(([channel]) => channel);
    this.#resting.clear();
    await Promise.all([...this.#underWay, ...late.map((channel) => this.#send(channel).catch(() => {}))]);
  }

  #tellNow(channel: string): void {
    const rest = { again: false };
    this.#resting.set(channel, rest);
    // A hint that is lost costs a little time and nothing else: whoever listens looks by itself as well.
    const sent = this.#send(channel).catch(() => {});
    this.#underWay.add(sent);
    void sent.then(() => this.#underWay.delete(sent));
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#resting.delete(channel);
      if (rest.again) this.#tellNow(channel);
    }, PAUSE_MS);
    timer.unref();
    this.#timers.add(timer);
  }
}

export interface Listening {
  close(): Promise<void>;
}

/**
 * On a connection of its own, which comes back by itself. `onNotice` is called at each return too: hints may have been missed.
 * A pooler would deliver notifications to the next client of the server connection, so behind one the deliverer only polls.
 */
export function listen(connection: Connection, channel: string, onNotice: () => void): Listening {
  const connector = new Connector(connection, { applicationName: "tributary-listen", connectTimeoutMs: CONNECT_MS });
  let closed = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async (): Promise<void> => {
    try {
      const session = await connector.open();
      if (closed || session.isPooled) return await end(session.client);
      const opened = session.client;
      client = opened;
      opened.on("notification", onNotice);
      opened.on("end", () => {
        if (client === opened) comeBack();
      });
      await opened.query(`listen ${pg.escapeIdentifier(channel)}`);
      onNotice();
    } catch {
      // Not left to its 'end': one that ended while it was asked to listen does not say so again.
      if (client) cut(client);
      comeBack();
    }
  };
  const comeBack = (): void => {
    client = undefined;
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      opening = connect();
    }, RECONNECT_MS);
    timer.unref();
  };

  let opening = connect();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await opening;
      if (client) await end(client);
    },
  };
}
