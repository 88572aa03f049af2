// The machine of the application: two Tributary processes, and HAProxy in one of the two variants.
import { spawn } from "node:child_process";
import { mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCertificates } from "../../bench/webhooks/world.mjs";
import { send } from "../client.mjs";
import { run } from "../processes.mjs";
import { RECEIVER_HOST } from "../receiver.mjs";
import { databaseUrl, haproxySettings } from "./documented.mjs";

const PORTS = [3001, 3002];

export class AppMachine {
  /** @type {"proxy" | "hosts"} */
  way;
  addresses = PORTS.map((port) => `http://127.0.0.1:${port}`);
  /** Unexpected exits. @type {string[]} */
  ends = [];
  /** @type {import("../compare.mjs").Outage[]} */
  outages = [];
  #folder;
  #isEnding = false;
  /** @type {import("node:child_process").ChildProcess | undefined} */
  #proxy;
  /** @type {import("../processes.mjs").Program[]} */
  #programs = [];
  /** @type {import("../processes.mjs").Env} */
  #env = {};

  /** @param {string} folder @param {"proxy" | "hosts"} way */
  constructor(folder, way) {
    this.#folder = folder;
    this.way = way;
  }

  async start() {
    if (this.way === "proxy") this.#startProxy();
    mkdirSync(join(this.#folder, "app"));
    this.#env = {
      HOST: "127.0.0.1",
      LOG_LEVEL: "warn",
      BASE_URL: this.addresses[0] ?? "",
      DATA_DIR: join(this.#folder, "app"),
      DATABASE_URL: databaseUrl(this.way),
      SECRET_KEY: "5e".repeat(32),
      SIGNUP: "open",
      WEBHOOK_ALLOWED_NETWORKS: `${RECEIVER_HOST}/32`,
      // Otherwise the run would end with half an hour of waiting for the last retries.
      WEBHOOK_RETRY_SECONDS: "2,10,30",
      NODE_EXTRA_CA_CERTS: makeCertificates(this.#folder),
    };
    for (const [number, port] of PORTS.entries()) {
      // One of the variants also has processes that share a port.
      const processes = this.way === "hosts" && number === 1 ? 2 : 1;
      const env = { ...this.#env, PORT: String(port), PROCESSES: String(processes) };
      const program = run(["start", "--json"], env, this.#log);
      this.#programs.push(program);
      void program.ended.then((code) => this.#isEnding || this.ends.push(`The process at ${port} ended with ${code}.`));
      if (!(await program.ready)) throw new Error(`Tributary did not start: ${program.printed()}`);
    }
  }

  #startProxy() {
    const file = join(this.#folder, "haproxy.cfg");
    writeFileSync(file, haproxySettings());
    const log = openSync(join(this.#folder, "haproxy.log"), "a");
    this.#proxy = spawn("haproxy", ["-db", "-f", file], { stdio: ["ignore", log, log] });
    this.#proxy.once("close", (code) => this.#isEnding || this.ends.push(`HAProxy ended with ${code}.`));
  }

  /** Clicks that are on disk but not in the database yet, in bytes, of all processes. */
  async journalBytes() {
    const figures = await Promise.all(
      this.addresses.map((address) => metric(address, "tributary_click_journal_bytes")),
    );
    return figures.reduce((sum, bytes) => sum + bytes, 0);
  }

  async journaledClicks() {
    const name = "tributary_clicks_journaled_total";
    const figures = await Promise.all(this.addresses.map((address) => metric(address, name)));
    return figures.reduce((sum, clicks) => sum + clicks, 0);
  }

  /** @returns {Promise<{ finding: string, count: number }[]>} */
  async verify() {
    const { ended, printed } = run(["verify", "--json"], this.#env, this.#log);
    await ended;
    return JSON.parse(printed()).checks;
  }

  get #log() {
    return join(this.#folder, "tributary.log");
  }

  /** Also of processes that were replaced. */
  exits() {
    return [...this.ends, ...this.#lines().filter((line) => line.includes("a process ended"))];
  }

  log() {
    return this.#lines().slice(-40).join("\n");
  }

  #lines() {
    try {
      return readFileSync(this.#log, "utf8").split("\n");
    } catch {
      return []; // It has not started yet.
    }
  }

  async stop() {
    this.#isEnding = true;
    for (const program of this.#programs) program.signal("SIGTERM");
    await Promise.all(this.#programs.map(({ ended }) => ended));
    this.#proxy?.kill("SIGTERM");
  }
}

/** @param {string} address @param {string} name */
async function metric(address, name) {
  const response = await fetch(`${address}/metrics`);
  const [, value] = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "m").exec(await response.text()) ?? [];
  if (value === undefined) throw new Error(`${address}/metrics has no ${name}.`);
  return Number(value);
}

/** @param {string} address */
export async function isReady(address) {
  const answer = await send(address, { method: "GET", path: "/readyz" });
  return typeof answer === "object" && answer.status === 200;
}
