import type { FastifyInstance, InjectOptions } from "fastify";
import { beforeEach, onTestFinished } from "vitest";
import { buildApp, buildServices, type AppParts } from "../../src/app.ts";
import { readConfig, type Config, type Environment } from "../../src/config.ts";
import { connect, type Connection, type ConnectOptions, type Db } from "../../src/db/database.ts";
import { openPool, POOLS, type PoolName } from "../../src/db/pools.ts";
import { ReplicaReads } from "../../src/db/reads.ts";
import type { ReceiptLoop } from "../../src/jobs/receipt-loop.ts";
import type { MailLoop } from "../../src/jobs/mail-loop.ts";
import type { Scheduler } from "../../src/jobs/scheduler.ts";
import { createLog, type Log } from "../../src/system/log.ts";
import { argon2Passwords, type Passwords } from "../../src/system/passwords.ts";
import { tenantTurns, Turns, type TenantTurns } from "../../src/system/turns.ts";
import type { Services } from "../../src/usecases/context.ts";
import { cloneDatabase } from "./database.ts";
import { whenFileEnds } from "./file-end.ts";
import { takeKeptDatabase, type OpenDatabase } from "./kept-database.ts";

interface TimeSpan {
  readonly days?: number;
  readonly hours?: number;
  readonly seconds?: number;
  readonly ms?: number;
}

/** A clock that stands still until it is moved. */
export class MovableClock {
  #now: Date;

  constructor(start = "2026-03-01T12:00:00.000Z") {
    this.#now = new Date(start);
  }
  now(): Date {
    return new Date(this.#now);
  }
  /** The time this long from now; earlier for negative numbers. */
  after({ days = 0, hours = 0, seconds = 0, ms = 0 }: TimeSpan): Date {
    return new Date(this.#now.getTime() + days * 86_400_000 + hours * 3_600_000 + seconds * 1000 + ms);
  }
  /** The date this many days from now. */
  dayAfter(days: number): string {
    return this.after({ days }).toISOString().slice(0, 10);
  }
  forward(by: TimeSpan): void {
    this.#now = this.after(by);
  }
  set(at: Date): void {
    this.#now = at;
  }
}

export interface TestApp {
  readonly http: FastifyInstance;
  readonly jobs: Scheduler;
  /** Not started: a test decides when emails are sent. */
  readonly mails: MailLoop | undefined;
  /** Not started: a test decides when receipts are worked on. */
  readonly receipts: ReceiptLoop;
  readonly db: Db;
  readonly connection: Connection;
  readonly clock: MovableClock;
  readonly services: Services;
  readonly config: Config;
  close(): Promise<void>;
}
export interface TestResponse {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests access any field of a response
  readonly body: any;
  readonly text: string;
  readonly headers: Record<string, string | string[] | number | undefined>;
}

export const SECRET_KEY = Buffer.alloc(32, 7);
/** Only ends what would never end. A visitor who waits in vain is redirected untracked, which few tests are about. */
const PATIENCE_MS = 60_000;
/** The same argon2id, cheap enough for thousands of sign-ins. */
export const cheapPasswords = argon2Passwords({ memoryCost: 64, timeCost: 1, parallelism: 1 });

/** Slots for this many of each kind at a time, without a queue: 0 refuses everything. */
export function turnsFor(atOnce: number): TenantTurns {
  const turns = (): Turns => new Turns({ atOnce, waitingMax: 0, waitMs: 0 });
  return {
    ...tenantTurns(PATIENCE_MS),
    clock: turns(),
    campaign: turns(),
    budget: turns(),
    account: turns(),
    deepPage: turns(),
    statement: turns(),
  };
}

/** Parts that a test provides; everything else is new. */
export interface TestParts {
  readonly connection?: Connection;
  /** Connection limits that differ from the defaults. */
  readonly connect?: Partial<ConnectOptions>;
  readonly clock?: MovableClock;
  readonly passwords?: Passwords;
  readonly turns?: TenantTurns;
  /** How long visitors and requests wait for others. By default longer than any machine needs. */
  readonly patienceMs?: number;
  readonly connectionLimits?: NonNullable<AppParts["connectionLimits"]>;
  readonly log?: Log;
  /** A standby of the database. */
  readonly replica?: Connection;
  /** Keeps clicks while the database is unavailable. */
  readonly journal?: NonNullable<AppParts["journal"]>;
}

/** Each loads the catalog and plans its statements again. Races open more: see `wideApp`. */
const CONNECTIONS = 6;
/** As many as the API of a real installation has, for tests with many requests at a time. */
export const MANY_CONNECTIONS: TestParts = { connect: { max: 20 } };

function openDatabase(
  connection: Connection,
  { connect: limits = {}, patienceMs = PATIENCE_MS }: Pick<TestParts, "connect" | "patienceMs"> = {},
): OpenDatabase {
  const defaults = {
    max: CONNECTIONS,
    connectTimeoutMs: PATIENCE_MS,
    statementTimeoutMs: 20_000,
    lockTimeoutMs: 10_000,
  };
  const visitors = { connectTimeoutMs: patienceMs, statementTimeoutMs: patienceMs, lockTimeoutMs: patienceMs };
  const open = (name: PoolName): Db => openPool(name, { connection }, () => {});
  const db = connect(connection, { onIdleError: () => {}, ...defaults, ...limits });
  const pools = {
    redirector: connect(connection, { onIdleError: () => {}, ...POOLS.redirector, ...visitors }),
    readiness: open("readiness"),
    clocks: open("clocks"),
    receiptLocks: open("receiptLocks"),
  };
  const close = async (): Promise<void> => {
    await Promise.all([db, ...Object.values(pools)].map((each) => each.close()));
  };
  return { connection, db, pools, close };
}

/** A read that gets no connection in time uses the primary. */
const openReplica = (connection: Connection): Db =>
  connect(connection, {
    onIdleError: () => {},
    applicationName: "tributary-replica",
    isReplica: true,
    connectTimeoutMs: PATIENCE_MS,
  });

/** The whole application on an empty database. Closed by the caller: `appForTest` and `appForFile` do it themselves. */
export async function startApp(env: Environment = {}, parts: TestParts = {}): Promise<TestApp> {
  const isUsual = [parts.connection, parts.connect, parts.patienceMs].every((part) => part === undefined);
  const opened = isUsual
    ? await takeKeptDatabase(openDatabase)
    : openDatabase(parts.connection ?? (await cloneDatabase()), parts);
  const { connection, db, pools } = opened;
  const result = readConfig({ BASE_URL: "http://tributary.test", LOG_LEVEL: "error", ...env });
  if (!result.ok) throw new Error(result.problems.join("\n"));
  const { config } = result;
  const { clock = new MovableClock(), passwords = cheapPasswords, log = createLog(config.logLevel) } = parts;
  const { patienceMs = PATIENCE_MS } = parts;
  const replica = parts.replica && openReplica(parts.replica);
  const maxLagMs = config.databaseReadMaxLagMs;
  const onChange = (): void => {};
  const replicated = replica && { primary: db, replica, maxLagMs, onUnused: onChange, onUsed: onChange };
  const reads = replicated && new ReplicaReads(replicated);
  await reads?.start();
  const app = await buildApp({
    config,
    db,
    pools,
    clock,
    log,
    secretKey: SECRET_KEY,
    passwords,
    patienceMs,
    ...(parts.turns ? { turns: parts.turns } : {}),
    ...(parts.connectionLimits ? { connectionLimits: parts.connectionLimits } : {}),
    ...(parts.journal ? { journal: parts.journal } : {}),
    ...(reads ? { reads } : {}),
  });
  await app.http.ready();
  return {
    http: app.http,
    jobs: app.jobs,
    mails: app.mails,
    receipts: app.receipts,
    db,
    connection,
    clock,
    config,
    services: buildServices({
      config,
      db,
      clock,
      secretKey: SECRET_KEY,
      passwords,
      patienceMs,
      ...(parts.turns ? { turns: parts.turns } : {}),
      ...(reads ? { reads } : {}),
    }),
    close: async () => {
      await app.close();
      await reads?.close();
      await opened.close();
    },
  };
}

/**
 * One for all tests of a file: each test creates its own people and accounts, and finds the clock where another test
 * left it.
 */
export async function appForFile(env: Environment = {}, parts: TestParts = {}): Promise<TestApp> {
  const app = await startApp(env, parts);
  whenFileEnds(() => app.close());
  return app;
}

/** Starts each test of a file on a new day, so that none hits a limit that an earlier one has used up. */
export function newDayForEachTest(app: () => TestApp): void {
  beforeEach(() => app().clock.forward({ days: 1 }));
}

/** An application that lives as long as the current test. */
export async function appForTest(env: Environment = {}, parts: TestParts = {}): Promise<TestApp> {
  const app = await startApp(env, parts);
  onTestFinished(() => app.close());
  return app;
}

/** A body that is sent as CSV instead of JSON. */
export class CsvBody {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export interface Call {
  readonly key?: string;
  readonly body?: unknown;
  /** Sent unchanged, with the content type given in headers. */
  readonly raw?: string;
  readonly headers?: Record<string, string>;
  /** The client address; 127.0.0.1 by default. */
  readonly from?: string;
}

// oxlint-disable-next-line max-params -- reads like a request line
export async function call(
  app: TestApp,
  method: string,
  url: string,
  { key, body, raw, headers = {}, from }: Call = {},
): Promise<TestResponse> {
  const isCsv = body instanceof CsvBody;
  const payload = raw ?? (isCsv ? body.text : body === undefined ? undefined : JSON.stringify(body));
  const request: InjectOptions = {
    method: method as "GET",
    url,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { "content-type": isCsv ? "text/csv" : "application/json" }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
    ...(from === undefined ? {} : { remoteAddress: from }),
  };
  const response = await app.http.inject(request);
  const isJson = String(response.headers["content-type"]).startsWith("application/json");
  return {
    status: response.statusCode,
    body: isJson ? (JSON.parse(response.body) as unknown) : undefined,
    text: response.body,
    headers: response.headers,
  };
}
