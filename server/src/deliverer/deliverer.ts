import type { Db, Tx } from "../db/database.ts";
import type { EndpointId } from "../domain/ids.ts";
import type { Outcome } from "../store/attempts.ts";
import { claimDeliveries, followSwitches, type Claim } from "../store/delivery-queue.ts";
import { DELIVERIES_CHANNEL } from "../store/events.ts";
import type { Log } from "../system/log.ts";
import type { Random } from "../system/random.ts";
import { OpenedSecrets } from "./opened-secrets.ts";
import { recordOutcomes } from "./record.ts";
import { sendClaim, type SendParts } from "./send.ts";

export interface DelivererParts extends SendParts {
  readonly db: Db;
  readonly log: Log;
  readonly random: Random;
}

/** A crashed sender's deliveries are free again after this. Longer than any attempt can take. */
const LEASE_MS = 60_000;
/** An attempt begun with less than this left on its lease could still run when somebody else takes over. */
const LEASE_LEFT_MIN_MS = 15_000;
const POLL_MS = 1_000;
/** How many this process sends at a time, not counting those that are slow. */
const SENDING_MAX = 128;
/** After this long a send only waits for somebody else: it must not take the place of one that could be quick. */
const SLOW_MS = 1_000;
/** With the slow ones. Each costs a socket and its buffers. */
const OPEN_MAX = 1_000;
const MOVED_AT_ONCE = 1_000;

/** Takes what is due out of the outbox, sends it, and writes down what came of it. Any number of processes may run one. */
export class Deliverer {
  readonly #parts: DelivererParts;
  readonly #sending = new Map<Claim, number>();
  #finished: Outcome[] = [];
  /** Where the round over the endpoints goes on. */
  #served: EndpointId | undefined;
  #somethingMayBeDue = true;
  #switchesMayHaveMoved = true;
  #stopping = false;
  #databaseIsAway = false;
  #wake: (() => void) | undefined;
  #end: (() => Promise<void>) | undefined;

  constructor(parts: DelivererParts) {
    this.#parts = { ...parts, secretBox: new OpenedSecrets(parts.secretBox) };
  }

  start(): void {
    const listening = this.#parts.db.listen(DELIVERIES_CHANNEL, () => this.nudge());
    const poll = setInterval(() => {
      this.#switchesMayHaveMoved = true;
      this.nudge();
    }, POLL_MS);
    const loop = this.#run();
    this.#end = async () => {
      clearInterval(poll);
      await Promise.all([loop, listening.close()]);
    };
  }

  /** Takes nothing new, lets what is on its way come back, and writes that down. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake?.();
    await this.#end?.();
  }

  /** Something may be due. */
  nudge(): void {
    this.#somethingMayBeDue = true;
    this.#wake?.();
  }

  /** Instead of `start`: sends all that is due at this moment, and resolves when it is written down. */
  async runUntilIdle(): Promise<void> {
    this.#switchesMayHaveMoved = true;
    this.#somethingMayBeDue = true;
    while (this.#hasWork() || this.#sending.size > 0) {
      if (this.#hasWork()) await this.#cycle();
      else await this.#nudged();
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopping || this.#sending.size > 0 || this.#finished.length > 0) {
      if (!this.#hasWork() || !(await this.#tryCycle())) await this.#nudged();
    }
  }

  #hasWork(): boolean {
    if (this.#finished.length > 0) return true;
    return !this.#stopping && (this.#switchesMayHaveMoved || (this.#somethingMayBeDue && this.#room() > 0));
  }

  /** False: wait a little before the next. What came back stays in memory until it is written. */
  async #tryCycle(): Promise<boolean> {
    const { log } = this.#parts;
    try {
      await this.#cycle();
      if (this.#databaseIsAway) log.info("the deliverer has its database again");
      this.#databaseIsAway = false;
      return true;
    } catch (error) {
      if (!this.#databaseIsAway) log.warn({ err: error }, "the deliverer cannot use its database and keeps trying");
      this.#databaseIsAway = true;
      return false;
    }
  }

  /** One transaction for what came back and what goes next: a place that becomes free is taken in the same commit. */
  async #cycle(): Promise<void> {
    const { db } = this.#parts;
    if (this.#switchesMayHaveMoved && !this.#stopping) await this.#followSwitches();
    const outcomes = this.#finished;
    this.#finished = [];
    const room = this.#room();
    this.#somethingMayBeDue &&= room === 0;
    try {
      const claims = await db.transaction(async (tx) => {
        const off = await recordOutcomes(tx, outcomes, this.#parts);
        if (off.length > 0)
          this.#parts.log.warn({ endpoints: off }, "webhook endpoints were switched off: they keep failing");
        return this.#claim(tx, room);
      });
      if (claims.length > 0) this.#somethingMayBeDue = true;
      for (const claim of claims) void this.#send(claim);
    } catch (error) {
      this.#somethingMayBeDue = true;
      if (isAway(error)) this.#finished.unshift(...outcomes);
      else await this.#recordEach(outcomes);
      throw error;
    }
  }

  /** One that cannot be written must not keep the others from being written: its delivery is sent again after its lease. */
  async #recordEach(outcomes: readonly Outcome[]): Promise<void> {
    const { db, log } = this.#parts;
    for (const outcome of outcomes)
      await db
        .transaction((tx) => recordOutcomes(tx, [outcome], this.#parts))
        .catch((error: unknown) => {
          if (isAway(error)) this.#finished.push(outcome);
          else log.error({ err: error, delivery: outcome.claim.deliveryId }, "an attempt could not be recorded");
        });
  }

  async #claim(tx: Tx, room: number): Promise<Claim[]> {
    if (room === 0) return [];
    const now = this.#parts.clock.now();
    const leaseExpiresAt = new Date(now.getTime() + LEASE_MS);
    const claims = await claimDeliveries(tx, { now, leaseExpiresAt, room, after: this.#served });
    this.#served = claims.at(-1)?.endpointId ?? this.#served;
    return claims;
  }

  async #send(claim: Claim): Promise<void> {
    const { clock, log } = this.#parts;
    this.#sending.set(claim, performance.now());
    try {
      // This process stood still since the claim: whoever takes the delivery over will send it.
      if (claim.leaseExpiresAt.getTime() - clock.now().getTime() < LEASE_LEFT_MIN_MS) return;
      const outcome = await sendClaim(this.#parts, claim);
      this.#finished.push(outcome);
    } catch (error) {
      log.error({ err: error, delivery: claim.deliveryId }, "a delivery could not be sent");
    } finally {
      this.#sending.delete(claim);
      this.nudge();
    }
  }

  #room(): number {
    if (this.#stopping) return 0;
    const slowBefore = performance.now() - SLOW_MS;
    let quick = 0;
    for (const startedMs of this.#sending.values()) if (startedMs > slowBefore) quick += 1;
    return Math.max(0, Math.min(SENDING_MAX - quick, OPEN_MAX - this.#sending.size));
  }

  /** What was held for an endpoint that is on again becomes due; what waits for one that is off is held. */
  async #followSwitches(): Promise<void> {
    const { db, clock } = this.#parts;
    this.#switchesMayHaveMoved = false;
    const moved = await db.transaction((tx) => followSwitches(tx, clock.now(), MOVED_AT_ONCE));
    if (moved === 0) return;
    this.#switchesMayHaveMoved = true;
    this.#somethingMayBeDue = true;
  }

  #nudged(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
    });
  }
}

/** By its name: this folder knows the database by its types alone. */
function isAway(error: unknown): boolean {
  return error instanceof Error && error.name === "DatabaseAway";
}
