// Watches `/readyz` of both processes and, directly, whether any database machine accepts writes.
import { setTimeout as sleep } from "node:timers/promises";
import { send } from "../client.mjs";
import { isReady } from "./app-machine.mjs";

const POLL_MS = 200;
/** Generous, and the limit of a run that will never recover. */
const RECOVERY_MS = 300_000;
/** Load before and after each fault, so that it hits every kind of work. */
const CALM_MS = 10_000;

/** @typedef {{ sentMs: number, answeredMs: number, isReady: boolean }} Reading of `/readyz` */
/** @typedef {{ fromMs: number, toMs: number, isWritable: boolean }} Sweep over all machines */
/**
 * @typedef {object} Round
 * @property {string} name
 * @property {string} primary
 * @property {string} next
 * @property {boolean} isOrderly
 * @property {number} faultMs
 * @property {number} recoveredMs
 * @property {number} wholeMs
 * @property {number} journaled
 */

export class Watch {
  /** @type {Reading[]} */
  readings = [];
  /** @type {Sweep[]} */
  sweeps = [];
  #app;
  #cluster;
  #isGoing = true;
  /** @type {Promise<unknown>} */
  #loops = Promise.resolve();

  /** @param {import("./app-machine.mjs").AppMachine} app @param {import("./cluster.mjs").Cluster} cluster */
  constructor(app, cluster) {
    this.#app = app;
    this.#cluster = cluster;
  }

  start() {
    const loops = [...this.#app.addresses.map((address) => () => this.#read(address)), () => this.#sweep()];
    this.#loops = Promise.all(loops.map((work) => this.#repeat(work)));
  }

  async stop() {
    this.#isGoing = false;
    await this.#loops;
  }

  /**
   * One fault from the moment it happens until all three machines run again.
   * @param {import("./faults.mjs").Fault} fault
   * @param {import("./timed-record.mjs").TimedRecord} record
   * @param {(text: string) => void} say
   * @returns {Promise<Round>}
   */
  async through(fault, record, say) {
    await sleep(CALM_MS);
    const primary = await this.#cluster.primary();
    const journaledBefore = await this.#app.journaledClicks();
    say(`${primary.name}: ${fault.name}.`);
    const outage = { fromMs: Date.now(), toMs: Infinity };
    this.#app.outages.push(outage);
    await fault.happens(primary, this.#cluster);
    const happenedMs = Date.now();
    await this.#recovered(happenedMs, record);
    outage.toMs = Date.now();
    const next = await this.#cluster.primary();
    say(`  ${next.name} is the primary, and the service is back after ${seconds(outage.toMs - outage.fromMs)} s.`);
    await sleep(CALM_MS);
    await fault.repaired(primary);
    await this.#cluster.whole();
    return {
      name: fault.name,
      primary: primary.name,
      next: next.name,
      isOrderly: fault.isOrderly ?? false,
      faultMs: outage.fromMs,
      recoveredMs: outage.toMs,
      wholeMs: Date.now(),
      journaled: (await this.#app.journaledClicks()) - journaledBefore,
    };
  }

  /**
   * Both processes are ready, orders are acknowledged, and the clicks on disk are in the database.
   * @param {number} sinceMs
   * @param {import("./timed-record.mjs").TimedRecord} record
   */
  async #recovered(sinceMs, record) {
    const until = Date.now() + RECOVERY_MS;
    while (!(await this.#isBack(sinceMs, record))) {
      if (this.#app.ends.length > 0) throw new Error(this.#app.ends.join("\n"));
      if (Date.now() > until) throw new Error("The service did not come back.");
      await sleep(POLL_MS);
    }
  }

  /** @param {number} sinceMs @param {import("./timed-record.mjs").TimedRecord} record */
  async #isBack(sinceMs, record) {
    // The first sweeps after the fault may still be of the time before.
    const sweep = this.sweeps.at(-1);
    if (!sweep?.isWritable || sweep.fromMs < sinceMs) return false;
    const ready = await Promise.all(this.#app.addresses.map(isReady));
    const isTracking = record.acknowledgedMs.some((ms) => ms > sweep.fromMs);
    return ready.every(Boolean) && isTracking && (await this.#app.journalBytes()) === 0;
  }

  /** @param {() => Promise<void>} work */
  async #repeat(work) {
    while (this.#isGoing) await Promise.all([work(), sleep(POLL_MS)]);
  }

  /** @param {string} address */
  async #read(address) {
    const answer = await send(address, { method: "GET", path: "/readyz" });
    if (typeof answer !== "object") return;
    const { sentMs, answeredMs, status } = answer;
    this.readings.push({ sentMs, answeredMs, isReady: status === 200 });
  }

  async #sweep() {
    const fromMs = Date.now();
    const found = await Promise.all(this.#cluster.machines.map((machine) => this.#cluster.isWritable(machine)));
    this.sweeps.push({ fromMs, toMs: Date.now(), isWritable: found.includes(true) });
  }
}

/** @param {number} ms */
export const seconds = (ms) => Math.round(ms / 100) / 10;
