import pg from "pg";
import type { Connection } from "./connection.ts";
import { Connector, cut, end } from "./connector.ts";

/**
 * The minimum interval between notifications on a channel: each one is a commit under a lock that all of them share.
 */
const PAUSE_MS = 40;
const RECONNECT_MS = 1_000;
const CONNECT_MS = 5_000;

/**
 * Notifies the listeners on a channel, in any process. The first notification is sent immediately; those that follow
 * closely become one.
 */
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

  /** Resolves when every pending notification has been sent. */
  async flush(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    const late = [...this.#resting].filter(([, { again }]) => again).map(([channel]) => channel);
    this.#resting.clear();
    await Promise.all([...this.#underWay, ...late.map((channel) => this.#send(channel).catch(() => {}))]);
  }

  #tellNow(channel: string): void {
    const rest = { again: false };
    this.#resting.set(channel, rest);
    // A lost notification only causes a short delay, because listeners also poll.
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
 * Listens on its own connection and reconnects automatically. Also calls `onNotice` after each reconnect, because
 * notifications may have been missed. A pooler would deliver notifications to the next client of the server connection,
 * so behind one the deliverer only polls.
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
      // Does not rely on 'end': a connection that ended during LISTEN does not emit it again.
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
