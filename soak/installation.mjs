// Two processes on one database. The first runs PostgreSQL and lives through the whole run; the second is killed and
// restarted, as by a service manager.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../scripts/free-port.mjs";
import { makeCertificates } from "../bench/webhooks/world.mjs";
import { send } from "./client.mjs";
import { postmasterOf, run, sample } from "./processes.mjs";
import { RECEIVER_HOST } from "./receiver.mjs";

const SAMPLE_MS = 1_000;
const POLL_MS = 50;

/** @typedef {{ rssMb: number, descriptors: number }} Sample */

export class Installation {
  folder = mkdtempSync(join(tmpdir(), "tributary-soak-"));
  /** Of the first process. @type {Sample[]} */
  samples = [];
  /** @type {import("./compare.mjs").Outage[]} */
  outages = [];
  kills = { app: 0, database: 0 };
  /** How often the second process became ready. */
  starts = 0;
  /**
   * Unexpected exits.
   * @type {string[]}
   */
  ends = [];
  /** @type {string[]} */
  addresses = [];
  #ports = /** @type {number[]} */ ([]);
  /** @type {import("./processes.mjs").Program | undefined} */
  #first;
  /** @type {import("./processes.mjs").Program | undefined} */
  #second;
  #secondIsReady = false;
  #isEnding = false;
  /** @type {Promise<void> | undefined} */
  #respawning;
  /** @type {NodeJS.Timeout | undefined} */
  #sampler;
  /** @type {import("./processes.mjs").Env} */
  #env = {};

  constructor() {
    // The database's user needs access.
    chmodSync(this.folder, 0o755);
  }

  get dataDir() {
    return join(this.folder, "data");
  }

  async start() {
    this.#ports = [await freePort(), await freePort()];
    this.addresses = this.#ports.map((port) => `http://127.0.0.1:${port}`);
    this.#env = {
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      // On any number of cores, and a process that crashes is not replaced.
      PROCESSES: "1",
      BASE_URL: this.addresses[0] ?? "",
      SECRET_KEY: "5e".repeat(32),
      SIGNUP: "open",
      WEBHOOK_ALLOWED_NETWORKS: `${RECEIVER_HOST}/32`,
      // Otherwise the run would end with half an hour of waiting for the last retries.
      WEBHOOK_RETRY_SECONDS: "2,10,30",
      NODE_EXTRA_CA_CERTS: makeCertificates(this.folder),
    };
    const first = this.#start(0, { DATA_DIR: this.dataDir });
    this.#first = first;
    void first.ended.then((code) => this.#isEnding || this.ends.push(`The first process ended with ${code}.`));
    if (!(await first.ready)) throw new Error(`The service did not start: ${first.printed()}${this.log()}`);
    this.#respawning = this.#respawn();
    await this.secondReady();
    this.#sampler = setInterval(() => {
      if (this.ends.length === 0) this.samples.push(sample(first.pid));
    }, SAMPLE_MS);
  }

  stopSampling() {
    clearInterval(this.#sampler);
  }

  /** For other processes and the checks. */
  get connection() {
    const host = postmasterOf(this.dataDir)?.socketDir ?? "";
    return { host, port: 5432, user: "tributary", database: "tributary", ssl: false };
  }

  get #sharedEnv() {
    const { host } = this.connection;
    return { DATABASE_URL: `postgres://tributary@localhost:5432/tributary?host=${encodeURIComponent(host)}` };
  }

  /** @param {number} number @param {import("./processes.mjs").Env} env */
  #start(number, env) {
    const whole = { ...this.#env, ...env, PORT: String(this.#ports[number]) };
    return run(["start", "--json"], whole, join(this.folder, "log"));
  }

  async #respawn() {
    const shared = this.#sharedEnv;
    while (!this.#isEnding) {
      const startedMs = Date.now();
      const kills = this.kills.app;
      const second = this.#start(1, shared);
      this.#second = second;
      this.#secondIsReady = await second.ready;
      const wasReady = this.#secondIsReady;
      if (wasReady) this.starts += 1;
      const code = await second.ended;
      this.#secondIsReady = false;
      if (this.#isEnding || this.kills.app > kills) continue;
      // A start may give up while there is no database; a running process may not.
      if (wasReady || !this.#wasAwaySince(startedMs))
        this.ends.push(`The second process ended with ${code}: ${second.printed()}`);
      await sleep(POLL_MS);
    }
  }

  async secondReady() {
    while (!this.#secondIsReady && !this.#isEnding) await sleep(POLL_MS);
  }

  killApp() {
    this.kills.app += 1;
    this.#second?.signal("SIGKILL");
  }

  /** Resolves when all running processes are ready again. */
  async killDatabase() {
    const running = await this.#postmaster();
    const outage = { fromMs: Date.now(), toMs: Infinity };
    this.outages.push(outage);
    this.kills.database += 1;
    process.kill(running.pid, "SIGKILL");
    while (!this.#isEnding && (postmasterOf(this.dataDir)?.pid ?? running.pid) === running.pid) await sleep(POLL_MS);
    while (!this.#isEnding && !(await this.#isReady(0))) await sleep(POLL_MS);
    while (!this.#isEnding && this.#secondIsReady && !(await this.#isReady(1))) await sleep(POLL_MS);
    outage.toMs = Date.now();
  }

  async #postmaster() {
    for (;;) {
      const found = postmasterOf(this.dataDir);
      if (found) return found;
      if (this.#isEnding || this.ends.length > 0) throw new Error("PostgreSQL is not running.");
      await sleep(POLL_MS);
    }
  }

  /** @param {number} number */
  async #isReady(number) {
    const answer = await send(this.addresses[number] ?? "", { method: "GET", path: "/readyz" });
    return typeof answer === "object" && answer.status === 200;
  }

  /** @param {number} ms */
  #wasAwaySince(ms) {
    return this.outages.some(({ toMs }) => toMs >= ms);
  }

  /** @returns {Promise<{ ok: boolean, checks: { finding: string, count: number }[] }>} */
  async verify() {
    const { ended, printed } = run(
      ["verify", "--json"],
      { ...this.#env, ...this.#sharedEnv },
      join(this.folder, "log"),
    );
    await ended;
    return JSON.parse(printed());
  }

  log() {
    return readFileSync(join(this.folder, "log"), "utf8").split("\n").slice(-40).join("\n");
  }

  /** Stops everything that was started here and removes its folder. Resolves to how the first process ended. */
  async end() {
    this.#isEnding = true;
    this.stopSampling();
    this.#second?.signal("SIGKILL");
    await this.#respawning;
    this.#first?.signal("SIGTERM");
    const code = await this.#first?.ended;
    // Only if the first process could not do it.
    const left = postmasterOf(this.dataDir);
    if (left) process.kill(left.pid, "SIGQUIT");
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    return code;
  }
}
