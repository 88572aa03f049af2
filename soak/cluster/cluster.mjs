// Three database machines, and what they say about themselves.
import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { createDatabaseScript } from "./documented.mjs";
import { buildNetwork, Machine } from "./machine.mjs";

const POLL_MS = 250;
const REPLY_MS = 2_000;
/** Generous: on a busy machine a node needs minutes to copy or rewind its database. */
const WHOLE_MS = 600_000;

/** @typedef {{ name: string, role: string, state: string, lag?: number | string }} Member as Patroni reports it */

export class Cluster {
  /** @type {Machine[]} */
  machines = [];
  #folder;

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder;
  }

  async start() {
    buildNetwork();
    this.machines = [1, 2, 3].map((number) => new Machine(number, this.#folder));
    await Promise.all(this.machines.map((machine) => machine.boot()));
    await this.whole();
  }

  /** As documented. */
  async createDatabase() {
    const db = new pg.Client(this.#connectionTo(await this.primary(), "postgres"));
    await db.connect();
    for (const statement of createDatabaseScript().split(";\n")) if (statement.trim()) await db.query(statement);
    await db.end();
  }

  /** For the comparisons, by the superuser, on whichever machine accepts writes. */
  get connection() {
    return async () => this.#connectionTo(await this.primary(), "tributary");
  }

  /** @param {Machine} machine @param {string} database */
  #connectionTo({ address }, database) {
    return { host: address, port: 5432, user: "postgres", password: "postgres-secret", database, ssl: false };
  }

  /** The machine that Patroni has made the primary. */
  async primary() {
    const until = Date.now() + WHOLE_MS;
    while (Date.now() < until) {
      for (const machine of this.machines) if ((await statusOf(machine, "/primary")) === 200) return machine;
      await sleep(POLL_MS);
    }
    throw new Error("No machine became the primary.");
  }

  /** Resolves when all three run, and one of the others is the synchronous standby. */
  async whole() {
    const until = Date.now() + WHOLE_MS;
    for (;;) {
      const members = await this.members();
      const running = members.filter(({ state }) => state === "running" || state === "streaming");
      const roles = members.map(({ role }) => role).toSorted();
      if (running.length === 3 && roles.join(" ") === "leader replica sync_standby") return;
      if (Date.now() > until) throw new Error(`The cluster is not whole again: ${JSON.stringify(members)}`);
      await sleep(POLL_MS);
    }
  }

  /** @returns {Promise<Member[]>} according to the first machine that responds */
  async members() {
    for (const { address } of this.machines) {
      const reply = await get(`http://${address}:8008/cluster`);
      if (reply?.status === 200) return JSON.parse(reply.body).members;
    }
    return [];
  }

  /** Whether the machine commits a write in time, asked directly. @param {Machine} machine */
  async isWritable(machine) {
    const client = this.#clientTo(machine);
    let pid = 0;
    try {
      await client.connect();
      const { rows } = await client.query("select pg_backend_pid() as pid");
      pid = rows[0].pid;
      await client.query("select pg_logical_emit_message(true, 'sweep', '')");
      return true;
    } catch (error) {
      if (pid !== 0 && isTimeout(error)) await this.#cancel(machine, pid);
      return false;
    } finally {
      // Without waiting: a machine without a network never closes the connection.
      client.end().catch(() => {});
    }
  }

  /**
   * A commit that waits for a synchronous standby outlives its client, so the sweeps would use up all connections.
   * @param {Machine} machine
   * @param {number} pid
   */
  async #cancel(machine, pid) {
    const client = this.#clientTo(machine);
    try {
      await client.connect();
      await client.query("select pg_cancel_backend($1)", [pid]);
    } catch {
      // The machine is gone, and the commit with it.
    } finally {
      client.end().catch(() => {});
    }
  }

  /** @param {Machine} machine */
  #clientTo(machine) {
    const limits = { connectionTimeoutMillis: REPLY_MS, query_timeout: REPLY_MS };
    const client = new pg.Client({ ...this.#connectionTo(machine, "postgres"), ...limits });
    client.on("error", () => {});
    return client;
  }

  /** Makes another machine the primary, without an outage longer than necessary. @param {Machine} from */
  async switchOver(from) {
    const to = (await this.members()).find(({ role }) => role === "sync_standby")?.name ?? "";
    from.patronictl("switchover", "tributary", "--leader", from.name, "--candidate", to, "--force");
  }

  async stop() {
    await Promise.all(this.machines.map((machine) => machine.stop()));
  }
}

/** @param {unknown} error of `pg`, whose timeout has no code */
const isTimeout = (error) => error instanceof Error && error.message === "Query read timeout";

/** @param {Machine} machine @param {string} path */
const statusOf = async ({ address }, path) => (await get(`http://${address}:8008${path}`))?.status;

/**
 * @param {string} url
 * @returns {Promise<{ status: number, body: string } | undefined>}
 */
function get(url) {
  return new Promise((resolve) => {
    const sent = request(url, { agent: false, timeout: REPLY_MS }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (text) => (body += text));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
      response.on("error", () => resolve(undefined));
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(undefined));
    sent.end();
  });
}
