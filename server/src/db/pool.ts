import { end, type Session } from "./connector.ts";
import { SilenceWatch } from "./silent-hosts.ts";

export interface PoolOptions {
  readonly open: () => Promise<Session>;
  readonly max: number;
  /** How long a caller waits for a free or new connection. */
  readonly waitMs: number;
  /** Called when an idle connection dies. */
  readonly onIdleError: (error: Error) => void;
}

export interface PoolCounts {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** A borrowed connection, to be returned once. */
export interface Loan {
  readonly session: Session;
  /** `lost`: why the connection cannot be used again. */
  giveBack(lost: Error | undefined): void;
}

interface Member {
  readonly session: Session;
  readonly generation: number;
  idleSinceMs: number;
  lost: Error | undefined;
}

interface Waiter {
  readonly arrival: number;
  readonly resolve: (member: Member) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** After a pause this long, the next request still finds an open connection with its plans. */
const IDLE_MS = 300_000;
const KEPT_MIN = 2;
const TICK_MS = 500;

/**
 * A connection pool. Unlike the pool of `pg` it connects to any of several hosts. When one connection is lost, it
 * replaces all that were open at that time, instead of failing one request for each.
 */
export class Pool {
  readonly #options: PoolOptions;
  /** The most recently used is last and is lent first. */
  #idle: Member[] = [];
  readonly #busy = new Set<Member>();
  readonly #waiters = new Set<Waiter>();
  /** Counts how often connections were lost. */
  #generation = 0;
  #arrivals = 0;
  #opening = 0;
  /** While connecting fails, one attempt at a time is enough to notice the recovery. */
  #isFailing = false;
  readonly #silence: SilenceWatch;
  #ticker: NodeJS.Timeout | undefined;
  #closed: { readonly done: () => void } | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#silence = new SilenceWatch(options.open);
  }

  get counts(): PoolCounts {
    return { busy: this.#busy.size, idle: this.#idle.length, waiting: this.#waiters.size };
  }

  async borrow(): Promise<Loan> {
    if (this.#closed) throw new Error("The connection pool is closed");
    const member = (this.#waiters.size === 0 ? this.#lend() : undefined) ?? (await this.#wait());
    return { session: member.session, giveBack: (lost) => this.#takeBack(member, lost ?? member.lost) };
  }

  /** Waits for borrowed connections. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const done = new Promise<void>((resolve) => (this.#closed = { done: resolve }));
    for (const { reject } of this.#takeWaiters(this.#waiters.size)) reject(new Error("The connection pool is closed"));
    const ending = this.#idle.splice(0).map(({ session }) => end(session.client));
    this.#settle();
    await Promise.all([...ending, done]);
  }

  #lend(): Member | undefined {
    const member = this.#idle.pop();
    if (!member) return undefined;
    this.#busy.add(member);
    this.#silence.add(member.session);
    return member;
  }

  #takeBack(member: Member, lost: Error | undefined): void {
    this.#busy.delete(member);
    this.#silence.remove(member.session);
    if (lost && member.generation === this.#generation) this.#renew();
    // A connection opened before another was lost may be about to fail.
    if (lost || this.#closed || member.generation !== this.#generation) void end(member.session.client);
    else this.#keep(member);
    this.#settle();
  }

  #wait(): Promise<Member> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter);
        reject(new Error("timeout exceeded when trying to connect: all connections are in use, or none can be opened"));
      }, this.#options.waitMs);
      const waiter = { arrival: (this.#arrivals += 1), resolve, reject, timer };
      this.#waiters.add(waiter);
      this.#settle();
    });
  }

  /** Serves waiting callers and opens connections for the rest. */
  #settle(): void {
    for (const { resolve } of this.#takeWaiters(this.#idle.length)) {
      const member = this.#lend();
      if (member) resolve(member);
    }
    const size = (): number => this.#busy.size + this.#idle.length + this.#opening;
    const isWorth = (): boolean => this.#opening === 0 || (!this.#isFailing && this.#waiters.size > this.#opening);
    while (!this.#closed && this.#waiters.size > 0 && size() < this.#options.max && isWorth()) void this.#open();
    if (this.#closed && this.#busy.size === 0 && this.#opening === 0) this.#closed.done();
  }

  async #open(): Promise<void> {
    this.#opening += 1;
    const lastArrival = this.#arrivals;
    const generation = this.#generation;
    try {
      const session = await this.#options.open();
      this.#isFailing = false;
      this.#admit(session, generation);
    } catch (error) {
      this.#isFailing = true;
      // Callers that arrived later get another attempt.
      const early = [...this.#waiters].filter(({ arrival }) => arrival <= lastArrival).length;
      // A borrowed connection may be returned in time for some of them. If none is borrowed, there is nothing to wait
      // for.
      const hopeless = this.#busy.size === 0 ? early : Math.min(early, 1);
      for (const { reject } of this.#takeWaiters(hopeless)) reject(error as Error);
    } finally {
      this.#opening -= 1;
      this.#settle();
    }
  }

  #admit(session: Session, generation: number): void {
    // One that was being opened when another was lost may lead to the same server.
    if (this.#closed || generation !== this.#generation) return void end(session.client);
    const member: Member = { session, generation, idleSinceMs: 0, lost: undefined };
    session.client.on("error", (error) => {
      member.lost = error;
      if (!this.#idle.includes(member)) return;
      this.#idle = this.#idle.filter((each) => each !== member);
      void end(session.client);
      if (!this.#closed) this.#options.onIdleError(error);
    });
    this.#keep(member);
  }

  #keep(member: Member): void {
    member.idleSinceMs = performance.now();
    this.#idle.push(member);
    this.#tick();
  }

  #renew(): void {
    this.#generation += 1;
    for (const { session } of this.#idle.splice(0)) void end(session.client);
  }

  #takeWaiters(count: number): Waiter[] {
    const taken: Waiter[] = [];
    for (const waiter of this.#waiters) {
      if (taken.length === count) break;
      taken.push(waiter);
      clearTimeout(waiter.timer);
      this.#waiters.delete(waiter);
    }
    return taken;
  }

  #tick(): void {
    this.#ticker ??= setInterval(() => {
      this.#endRested();
      this.#silence.look();
      if (this.#busy.size + this.#idle.length > 0) return;
      clearInterval(this.#ticker);
      this.#ticker = undefined;
    }, TICK_MS).unref();
  }

  #endRested(): void {
    const beforeMs = performance.now() - IDLE_MS;
    const [oldest] = this.#idle;
    if (!oldest || oldest.idleSinceMs > beforeMs || this.#busy.size + this.#idle.length <= KEPT_MIN) return;
    this.#idle.shift();
    void end(oldest.session.client);
  }
}
