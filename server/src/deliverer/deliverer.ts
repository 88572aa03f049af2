import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import type { Db } from "../db/database.ts";
import type { EndpointId } from "../domain/ids.ts";
import { claimDeliveries, SLOW_MS, someFailed, type Claim, type Outcome } from "../store/webhooks/delivery-queue.ts";
import { followSwitches } from "../store/webhooks/delivery-switches.ts";
import { DELIVERIES_CHANNEL } from "../store/webhooks/events.ts";
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
/** How many this process has in hand at a time, not counting those that are slow. */
const IN_HAND_MAX = 256;
/** With the slow ones. Each costs a socket and its buffers. */
const OPEN_MAX = 1_000;
const MOVED_AT_ONCE = 1_000;
/** For so long it lets what comes back gather while there is enough in hand: the fewer statements, the cheaper each delivery. */
const GATHER_MS = 5;

/** Takes what is due out of the outbox, sends it, and writes down what came of it. Any number of processes may run one. */
export class Deliverer {
  readonly #parts: DelivererParts;
  /** What is on its way or waits its turn behind another in the same place, and since when. */
  readonly #inHand = new Map<Claim, number>();
  /** By the token of their place: what waits its turn. */
  readonly #chains = new Map<string, Claim[]>();
  /** What could not be sent or written, for reasons of our own: nobody takes it again before its lease has run out. */
  #stranded: Outcome["claim"][] = [];
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
    while (this.#hasWork() || this.#inHand.size > 0) {
      if (this.#hasWork()) await this.#cycle();
      else await this.#nudged();
    }
  }

  async #run(): Promise<void> {
    while (!this.#stopping || this.#inHand.size > 0 || this.#finished.length > 0) {
      if (!this.#hasWork()) await this.#nudged();
      // Nobody may be there to nudge: the poll ends before what is on its way.
      else if (!(await this.#tryCycle())) await Promise.race([this.#nudged(), sleep(POLL_MS)]);
      // Behind each that is on its way another one waits: nobody is held up.
      if (this.#inHand.size > 2 * this.#chains.size) await sleep(GATHER_MS);
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

  /**
   * What came back is written in the statement that takes what goes next: each place is passed on in one commit. As long as
   * nobody else may have something, it is passed on within its endpoint, without a look at all the others.
   */
  async #cycle(): Promise<void> {
    if (this.#switchesMayHaveMoved && !this.#stopping) await this.#followSwitches();
    const outcomes = this.#finished;
    this.#finished = [];
    const room = this.#room();
    // An endpoint that is switched off for what failed must not be sent to again: that is known only afterwards.
    const apart = room === 0 || someFailed(outcomes);
    const everyone = this.#somethingMayBeDue || apart;
    this.#somethingMayBeDue = room === 0;
    try {
      if (apart && outcomes.length > 0) await this.#record(outcomes);
      const claims = room === 0 ? [] : await this.#claim(room, { outcomes: apart ? [] : outcomes, everyone });
      // There was no room for all: the next round goes on where this one stopped.
      if (claims.length === room) this.#somethingMayBeDue = true;
      for (const claim of claims) this.#inHand.set(claim, performance.now());
      // A turn later: what came back meanwhile is on its way to the database first, which works while these set out.
      setImmediate(() => claims.forEach((claim) => this.#sendInTurn(claim)));
    } catch (error) {
      this.#somethingMayBeDue = true;
      if (isAway(error)) this.#finished.unshift(...outcomes);
      else await this.#recordEach(outcomes);
      throw error;
    }
  }

  async #record(outcomes: readonly Outcome[], notYet: readonly Outcome[] = []): Promise<void> {
    const { db, log } = this.#parts;
    const inHand = this.#stillInHand(notYet);
    const off = await db.transaction((tx) => recordOutcomes(tx, { outcomes, inHand }, this.#parts));
    if (off.length === 0) return;
    log.warn({ endpoints: off }, "webhook endpoints were switched off: they keep failing");
    for (const chain of this.#chains.values()) if (chain[0] && off.includes(chain[0].endpointId)) this.#giveBack(chain);
  }

  /** One that cannot be written must not keep the others from being written: its delivery is sent again after its lease. */
  async #recordEach(outcomes: readonly Outcome[]): Promise<void> {
    const { log } = this.#parts;
    for (const [index, outcome] of outcomes.entries())
      await this.#record([outcome], outcomes.slice(index + 1)).catch((error: unknown) => {
        if (isAway(error)) return void this.#finished.push(outcome);
        this.#stranded.push(outcome.claim);
        log.error({ err: error, delivery: outcome.claim.deliveryId }, "an attempt could not be recorded");
      });
  }

  async #claim(room: number, from: { outcomes: readonly Outcome[]; everyone: boolean }): Promise<Claim[]> {
    const { db, clock } = this.#parts;
    const now = clock.now();
    const leaseExpiresAt = new Date(now.getTime() + LEASE_MS);
    const after = from.everyone ? this.#served : null;
    const inHand = this.#stillInHand();
    const claims = await claimDeliveries(db, { outcomes: from.outcomes, inHand, now, leaseExpiresAt, room, after });
    if (from.everyone) this.#served = claims.at(-1)?.endpointId ?? this.#served;
    return claims;
  }

  /** With what came back and is not written yet: its place is its own until then. */
  #stillInHand(notYet: readonly Outcome[] = []): Outcome["claim"][] {
    const now = this.#parts.clock.now();
    this.#stranded = this.#stranded.filter(({ leaseExpiresAt }) => leaseExpiresAt > now);
    return [...this.#inHand.keys(), ...[...this.#finished, ...notYet].map(({ claim }) => claim), ...this.#stranded];
  }

  /** One after the other within a place: so many places, so many on their way. */
  #sendInTurn(claim: Claim): void {
    const chain = this.#chains.get(claim.token);
    if (chain) chain.push(claim);
    else void this.#sendChain(claim.token, [claim]);
  }

  async #sendChain(token: string, chain: Claim[]): Promise<void> {
    this.#chains.set(token, chain);
    for (let claim = chain.shift(); claim; claim = chain.shift()) {
      this.#inHand.set(claim, performance.now());
      await this.#send(claim);
      // The connection is free again a turn later: sooner, the next one would open one of its own.
      await nextTurn();
    }
    this.#chains.delete(token);
  }

  /** Before what went ahead of them is recorded: then their place holds them no longer, and whoever comes first takes them. */
  #giveBack(chain: Claim[]): void {
    for (const claim of chain.splice(0)) this.#inHand.delete(claim);
    this.#somethingMayBeDue = true;
  }

  async #send(claim: Claim): Promise<void> {
    const { clock, log } = this.#parts;
    try {
      // This process stood still since the claim: whoever takes the delivery over will send it.
      if (claim.leaseExpiresAt.getTime() - clock.now().getTime() < LEASE_LEFT_MIN_MS) return;
      const outcome = await sendClaim(this.#parts, claim);
      this.#finished.push(outcome);
    } catch (error) {
      this.#stranded.push(claim);
      log.error({ err: error, delivery: claim.deliveryId }, "a delivery could not be sent");
    } finally {
      this.#settle(claim);
    }
  }

  /** What was claimed a while ago may not be wanted any more: its endpoint was switched off, moved or given a new secret. */
  #settle(claim: Claim): void {
    const chain = this.#chains.get(claim.token) ?? [];
    const since = [claim, ...chain].map((each) => this.#inHand.get(each) ?? 0);
    this.#inHand.delete(claim);
    if (this.#stopping || performance.now() - Math.min(...since) > SLOW_MS) this.#giveBack(chain);
    this.#wake?.();
  }

  #room(): number {
    if (this.#stopping) return 0;
    const slowBefore = performance.now() - SLOW_MS;
    let quick = 0;
    for (const startedMs of this.#inHand.values()) if (startedMs > slowBefore) quick += 1;
    return Math.max(0, Math.min(IN_HAND_MAX - quick, OPEN_MAX - this.#inHand.size));
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
