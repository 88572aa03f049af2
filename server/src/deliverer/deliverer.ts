import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Db, Tx } from "../db/database.ts";
import { DatabaseUnavailable } from "../db/database-unavailable.ts";
import type { EndpointId } from "../domain/ids.ts";
import { lockEndpointsToServe } from "../store/webhooks/delivery-endpoints.ts";
import { leaseDeliveries, type Lease } from "../store/webhooks/delivery-leases.ts";
import type { Outcome } from "../store/webhooks/delivery-outcomes.ts";
import { followSwitches } from "../store/webhooks/delivery-switches.ts";
import { DELIVERIES_CHANNEL } from "../store/webhooks/events.ts";
import type { Log } from "../system/log.ts";
import type { Random } from "../system/random.ts";
import type { SecretBox } from "../system/secret-box.ts";
import { recordOutcomes } from "./record-attempts.ts";
import { endpointsToRefill, SLOW_MS } from "./refill.ts";
import { sendDelivery, type SendParts } from "./send.ts";
import { SigningKeys } from "./signing-keys.ts";

export interface DelivererParts extends Omit<SendParts, "signingKeys"> {
  readonly db: Db;
  readonly log: Log;
  readonly random: Random;
  readonly secretBox: Pick<SecretBox, "open">;
}

/** A crashed sender's deliveries can be leased again after this. Longer than any attempt can take. */
const LEASE_MS = 60_000;
/** An attempt that starts with less time left could still be running when another sender takes over. */
const LEASE_LEFT_MIN_MS = 15_000;
const POLL_MS = 1_000;
/** Requests in flight, without the slow ones, which only wait for their receiver. */
const IN_FLIGHT_MAX = 256;
/** Including slow ones. Each needs a socket and buffers. */
const OPEN_MAX = 1_000;
const MOVED_AT_ONCE = 1_000;
/** In one transaction: reading more at once would block the event loop. */
const LEASED_MAX = 6_000;
/** While this many leased deliveries are unsent, there is enough to send until the next transaction. */
const GATHER_FROM = 128;
/** Between two transactions, so that each covers more outcomes. */
const GATHER_MS = 20;

/**
 * Leases due deliveries, sends them, and records their outcomes. Any number of processes may run one.
 * docs/decisions/0012-endpoint-slots.md shows the states of a delivery and of a slot.
 */
export class Deliverer {
  readonly #parts: DelivererParts & SendParts;
  /** By the token of the slot: when its request was sent. */
  readonly #inFlight = new Map<string, number>();
  /** Leased deliveries that wait for the ones before them in their slot. */
  #unsent = 0;
  /** Not recorded yet. */
  #finished: Outcome[] = [];
  /**
   * Expiry by token: slots with a delivery whose outcome is unknown or cannot be recorded. Freeing such a slot would
   * make that delivery due immediately, so it would be sent over and over.
   */
  readonly #keptSlots = new Map<string, Date>();
  /** The round-robin over the endpoints continues after this one. */
  #served: EndpointId | undefined;
  #somethingMayBeDue = true;
  #switchesMayHaveMoved = true;
  #stopping = false;
  #databaseIsDown = false;
  #wake: (() => void) | undefined;
  #end: (() => Promise<void>) | undefined;

  constructor(parts: DelivererParts) {
    this.#parts = { ...parts, signingKeys: new SigningKeys(parts.secretBox) };
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

  /** Stops leasing, waits for the requests in flight, and records their outcomes. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake?.();
    await this.#end?.();
  }

  /** Signals that something may be due. */
  nudge(): void {
    this.#somethingMayBeDue = true;
    this.#wake?.();
  }

  /** Instead of `start`: sends everything that is due now, and resolves when all of it is recorded. */
  async runUntilIdle(): Promise<void> {
    this.#switchesMayHaveMoved = true;
    this.#somethingMayBeDue = true;
    while (this.#hasWork() || this.#inFlight.size > 0) {
      if (this.#hasWork()) await this.#cycle();
      else await this.#nudged();
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopping || this.#inFlight.size > 0 || this.#finished.length > 0) {
      if (!this.#hasWork()) await this.#nudged();
      // While stopping, the poll has ended and nothing else may wake the loop.
      else if (!(await this.#tryCycle())) await Promise.race([this.#nudged(), sleep(POLL_MS)]);
      else if (this.#unsent >= GATHER_FROM) await sleep(GATHER_MS);
    }
  }

  #hasWork(): boolean {
    if (this.#finished.length > 0) return true;
    return !this.#stopping && (this.#switchesMayHaveMoved || (this.#somethingMayBeDue && this.#room() > 0));
  }

  /** False: pause before the next cycle. */
  async #tryCycle(): Promise<boolean> {
    const { log } = this.#parts;
    try {
      await this.#cycle();
      if (this.#databaseIsDown) log.info("the deliverer reconnected to the database");
      this.#databaseIsDown = false;
      return true;
    } catch (error) {
      if (!this.#databaseIsDown) log.warn({ err: error }, "the deliverer cannot use the database, will retry");
      this.#databaseIsDown = true;
      return false;
    }
  }

  /** Records finished deliveries and leases the next ones in one transaction, so a slot is passed on in one commit. */
  async #cycle(): Promise<void> {
    if (this.#switchesMayHaveMoved && !this.#stopping) await this.#followSwitches();
    const outcomes = this.#finished.map((outcome) => this.#withoutFreeingKeptSlot(outcome));
    this.#finished = [];
    const room = this.#room();
    const everywhere = this.#somethingMayBeDue;
    this.#somethingMayBeDue = room === 0;
    try {
      const { disabled, leases } = await this.#parts.db.transaction(async (tx) => ({
        disabled: await recordOutcomes(tx, outcomes, this.#parts),
        leases: room === 0 ? [] : await this.#lease(tx, room, everywhere ? "everywhere" : outcomes),
      }));
      this.#report(disabled);
      const slots = bySlot(leases);
      if (everywhere) this.#served = leases.at(-1)?.endpointId ?? this.#served;
      // There may be more than fit: the round continues.
      if (slots.size >= room || leases.length >= LEASED_MAX) this.#somethingMayBeDue = true;
      for (const [token, sameSlot] of slots) void this.#sendInTurn(token, sameSlot);
    } catch (error) {
      this.#somethingMayBeDue = true;
      if (error instanceof DatabaseUnavailable) this.#finished.unshift(...outcomes);
      else await this.#recordEach(outcomes);
      throw error;
    }
  }

  /** Unless something else may be due, only the endpoints of these outcomes can have a free slot. */
  async #lease(tx: Tx, room: number, where: "everywhere" | readonly Outcome[]): Promise<Lease[]> {
    const { clock, random } = this.#parts;
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + LEASE_MS);
    if (where !== "everywhere") {
      const endpoints = endpointsToRefill(where, random);
      // If it is reached, every slot in the room is taken.
      const fitting = room * Math.max(0, ...endpoints.map(({ perSlot }) => perSlot));
      return leaseDeliveries(tx, { endpoints, now, expiresAt, limit: Math.min(LEASED_MAX, fitting) });
    }
    const endpointIds = await lockEndpointsToServe(tx, { now, expiresAt, after: this.#served, limit: room });
    const endpoints = endpointIds.map((id) => ({ id, perSlot: 1 }));
    return leaseDeliveries(tx, { endpoints, now, expiresAt, limit: room });
  }

  /** An outcome that cannot be recorded must not block the others. Its delivery is resent when its lease expires. */
  async #recordEach(outcomes: readonly Outcome[]): Promise<void> {
    const { db, log } = this.#parts;
    for (const [index, outcome] of outcomes.entries())
      try {
        const recorded = this.#withoutFreeingKeptSlot(outcome);
        this.#report(await db.transaction((tx) => recordOutcomes(tx, [recorded], this.#parts)));
      } catch (error) {
        if (error instanceof DatabaseUnavailable) {
          // The later ones wait too, because one of them could free this one's slot.
          this.#finished.unshift(...outcomes.slice(index));
          return;
        }
        this.#keepSlot(outcome.lease);
        log.error({ err: error, delivery: outcome.lease.deliveryId }, "could not record a delivery attempt");
      }
  }

  #keepSlot({ token, expiresAt }: Pick<Lease, "token" | "expiresAt">): void {
    const now = this.#parts.clock.now();
    for (const [kept, until] of this.#keptSlots) if (until <= now) this.#keptSlots.delete(kept);
    this.#keptSlots.set(token, expiresAt);
  }

  #withoutFreeingKeptSlot(outcome: Outcome): Outcome {
    return this.#keptSlots.has(outcome.lease.token) ? { ...outcome, endsLease: false } : outcome;
  }

  #report(disabled: readonly EndpointId[]): void {
    if (disabled.length > 0)
      this.#parts.log.warn({ endpoints: disabled }, "disabled webhook endpoints that keep failing");
  }

  /**
   * Sequential, so that a slot has one request in flight. Ends early when the endpoint fails or is slow, or when we
   * stop.
   */
  async #sendInTurn(token: string, sameSlot: readonly Lease[]): Promise<void> {
    const startedMs = performance.now();
    let unsent = sameSlot.length;
    this.#unsent += unsent;
    try {
      for (const lease of sameSlot) {
        this.#inFlight.set(token, performance.now());
        unsent -= 1;
        this.#unsent -= 1;
        // This process was suspended after it took the lease. The sender that takes over handles the rest.
        if (lease.expiresAt.getTime() - this.#parts.clock.now().getTime() < LEASE_LEFT_MIN_MS) return;
        const sent = await this.#send(lease);
        // The endpoint may have been disabled or its secret rotated since the lease, so a lease is not used for longer
        // than this.
        const isLate = performance.now() - startedMs > SLOW_MS;
        const hasFailed = sent !== undefined && sent.after.status !== "delivered";
        const endsLease = unsent === 0 || this.#stopping || isLate || hasFailed;
        if (sent) this.#finished.push({ ...sent, endsLease });
        this.#wake?.();
        if (endsLease) return;
        // The connection becomes free one turn later. Sending sooner would open another one.
        await nextTurn();
      }
    } finally {
      this.#unsent -= unsent;
      this.#inFlight.delete(token);
      this.#wake?.();
    }
  }

  /** Undefined on an internal error. The delivery is resent when its lease expires. */
  async #send(lease: Lease): Promise<Omit<Outcome, "endsLease"> | undefined> {
    try {
      return await sendDelivery(this.#parts, lease);
    } catch (error) {
      this.#keepSlot(lease);
      this.#parts.log.error({ err: error, delivery: lease.deliveryId }, "could not send a delivery");
      return undefined;
    }
  }

  #room(): number {
    if (this.#stopping) return 0;
    const slowBefore = performance.now() - SLOW_MS;
    let quick = 0;
    for (const startedMs of this.#inFlight.values()) if (startedMs > slowBefore) quick += 1;
    return Math.max(0, Math.min(IN_FLIGHT_MAX - quick, OPEN_MAX - this.#inFlight.size));
  }

  /** Makes held deliveries due when their endpoint is enabled again, and holds those of a disabled endpoint. */
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

/** Groups deliveries by the token of their slot. */
function bySlot(leases: readonly Lease[]): Map<string, Lease[]> {
  const slots = new Map<string, Lease[]>();
  for (const lease of leases) {
    const slot = slots.get(lease.token);
    if (slot) slot.push(lease);
    else slots.set(lease.token, [lease]);
  }
  return slots;
}
