import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import type { Config } from "./config.ts";
import { isReadOnly } from "./db/database-unavailable.ts";
import { DatabaseUnavailable, type Db } from "./db/database.ts";
import { measurePools } from "./db/pool-metrics.ts";
import type { Pools } from "./db/pools.ts";
import { measureReads } from "./db/read-metrics.ts";
import { readiness } from "./db/readiness.ts";
import { readsOf, type ReplicaReads } from "./db/reads.ts";
import { Deliverer } from "./deliverer/deliverer.ts";
import { createDestinations } from "./deliverer/destinations.ts";
import { createEgress } from "./deliverer/egress.ts";
import type { RateLimiter } from "./domain/rate-limit.ts";
import type { ConnectionLimits } from "./http/connections.ts";
import type { ShareMetrics } from "./http/public/metrics.ts";
import { measureFolding, measureReceipts } from "./http/public/work-metrics.ts";
import { buildServer } from "./http/server.ts";
import { clickJobs } from "./jobs/click-jobs.ts";
import { eventJobs } from "./jobs/event-jobs.ts";
import { FoldLoop } from "./jobs/fold-loop.ts";
import { MailLoop } from "./jobs/mail-loop.ts";
import { moneyJobs } from "./jobs/money-jobs.ts";
import { portalJobs } from "./jobs/portal-jobs.ts";
import { ReceiptLoop } from "./jobs/receipt-loop.ts";
import { recordJobs } from "./jobs/record-jobs.ts";
import { Scheduler } from "./jobs/scheduler.ts";
import type { OpenJournal } from "./redirector/journal/open-journal.ts";
import { Redirector } from "./redirector/redirector.ts";
import { databaseRateLimiter } from "./store/people/rate-windows.ts";
import { accessLogTo } from "./system/access-log.ts";
import { clientAddress, watchForwarding } from "./system/client-address.ts";
import type { Clock } from "./system/clock.ts";
import type { Log } from "./system/log.ts";
import { createMailer } from "./system/mailer.ts";
import { MemoryRateLimiter } from "./system/memory-rate-limiter.ts";
import { oneTimeCodes } from "./system/one-time-codes.ts";
import { argon2Passwords, type Passwords } from "./system/passwords.ts";
import { random as systemRandom, type Random } from "./system/random.ts";
import { secretsUnder } from "./system/secret-box.ts";
import { statementSigner } from "./system/statement-signer.ts";
import { PASSWORD_TURNS, Turns, tenantTurns, type TenantTurns } from "./system/turns.ts";
import type { Services } from "./usecases/context.ts";
import { boundedPasswords } from "./usecases/people/bounded-passwords.ts";

export interface AppParts {
  readonly config: Config;
  readonly db: Db;
  /** One pool per kind of work; work without its own pool uses `db`. */
  readonly pools?: Partial<Pools>;
  /** Reads from a replica of the database. */
  readonly reads?: ReplicaReads;
  readonly clock: Clock;
  readonly log: Log;
  /** Keeps clicks on disk while the database cannot take them. */
  readonly journal?: OpenJournal;
  /** For one of several processes on a port. */
  readonly shareMetrics?: ShareMetrics;
  /** Encrypts data that the database must not reveal. */
  readonly secretKey: Uint8Array;
  /** Overrides the hashing cost: the test suite signs in thousands of times. */
  readonly passwords?: Passwords;
  /** Overrides the limits per tenant: race tests need writers that really run in parallel. */
  readonly turns?: TenantTurns;
  /** Overrides how long visitors and requests wait for others: the test suite must not depend on a fast machine. */
  readonly patienceMs?: number;
  /** Overrides the system's IDs: the demo can be recreated from its seed. */
  readonly random?: Random;
  /** Aborted when the process shuts down. */
  readonly stopping?: AbortSignal;
  /** Overrides the connection limits: tests cannot wait for the defaults. */
  readonly connectionLimits?: ConnectionLimits;
}
export interface App {
  readonly http: FastifyInstance;
  /** Sends webhooks once it is started. */
  readonly deliverer: Deliverer;
  /** Runs scheduled work once it is started. */
  readonly jobs: Scheduler;
  /** Folds changes of conversions into the totals once it is started. */
  readonly folds: FoldLoop;
  /** Sends emails once it is started; undefined without a mail server. */
  readonly mails: MailLoop | undefined;
  /** Works through the webhooks of shops once it is started. */
  readonly receipts: ReceiptLoop;
  /** Finishes requests in flight and accepts no new ones. */
  close(): Promise<void>;
}

const UNTRUSTED_PROXY =
  "Ignoring X-Forwarded-For from a peer that is not in TRUSTED_PROXIES. If it is your proxy, add it: until then all visitors share one address and its rate limits.";

/** The composition root: the only file that knows every part. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, db, clock, log, pools = {} } = parts;
  const stopping = new AbortController();
  const services = buildServices({ ...parts, stopping: stopping.signal });
  const registry = new Registry();
  const ready = readiness(pools.readiness ?? db);
  measurePools(registry, { http: db, ...pools, ...(parts.reads ? { replica: parts.reads } : {}) }, ready);
  if (parts.reads) measureReads(registry, parts.reads);
  if (config.roles.includes("worker")) measureReceipts(registry, { db: pools.receipts ?? db, clock });
  if (config.roles.some((role) => role !== "redirector")) measureFolding(registry, { db });
  const redirector = config.roles.includes("redirector") ? buildRedirector(parts, services, registry) : undefined;
  await redirector?.start();
  const lookAtForwarding = watchForwarding(config.trustedProxies, (peer) => log.warn({ peer }, UNTRUSTED_PROXY));
  const http = await buildServer({
    services,
    registry,
    metricsToken: config.metricsToken,
    shareMetrics: parts.shareMetrics,
    trustedProxies: config.trustedProxies,
    servesPages: config.roles.includes("http"),
    redirects:
      redirector &&
      ((request, response) => {
        lookAtForwarding(request);
        return redirector.handle(request, response);
      }),
    connectionLimits: parts.connectionLimits,
    reporter: {
      now: () => clock.now(),
      isDatabaseUnavailable: (error) => error instanceof DatabaseUnavailable,
      report: (error, requestId) => log.error({ err: error, requestId }, "request failed"),
    },
    health: { ready, isReadOnly },
  });
  http.server.on("request", lookAtForwarding);
  const egress = createEgress({ allowedNetworks: config.webhookAllowedNetworks });
  const retrySeconds = config.webhookRetrySeconds;
  const deliverer = new Deliverer({ ...services, db: pools.deliverer ?? db, log, egress, retrySeconds });
  // Separate turns: a job must not wait for the requests of a busy account.
  const unhurried = { ...services, db: pools.jobs ?? db, turns: parts.turns ?? tenantTurns(parts.patienceMs) };
  const jobs = new Scheduler({
    clock,
    lanes: [
      clickJobs(unhurried, config.clickRetentionDays),
      eventJobs(unhurried, config.eventRetentionDays),
      recordJobs(unhurried, config.deliveryRetentionDays),
      moneyJobs(unhurried),
      portalJobs(unhurried),
    ],
    onFailure: (job, error) => log.error({ err: error, job }, "job failed, will retry"),
  });
  const mails = buildMailLoop(parts, { ...services, db: pools.mail ?? db });
  const receipts = new ReceiptLoop({
    services: { ...unhurried, db: pools.receipts ?? db },
    locks: pools.receiptLocks ?? db,
    isDatabaseUnavailable: (error) => error instanceof DatabaseUnavailable,
    onFailure: (error) => log.error({ err: error }, "could not work on a receipt, will retry"),
  });
  const folds = new FoldLoop({
    services: { db: pools.folding ?? db },
    onRefused: (accountId, error) =>
      log.error({ err: error, accountId }, "cannot add changes of conversions to this account's balances: run verify"),
    onFailure: (error) =>
      log.warn({ err: error }, "could not fold changes of conversions into the totals, will retry; no number is wrong"),
  });
  const close = async (): Promise<void> => {
    stopping.abort();
    redirector?.drain();
    await Promise.all([http.close(), deliverer.stop(), jobs.stop(), folds.stop(), mails?.stop(), receipts.stop()]);
    // The last clicks have been redirected, but their counts still have to reach the totals.
    await redirector?.close();
    await egress.close();
  };
  return { http, deliverer, jobs, folds, mails, receipts, close };
}

function buildMailLoop({ config, log }: AppParts, services: Services): MailLoop | undefined {
  const { smtpUrl, mailFrom: from } = config;
  if (smtpUrl === undefined || from === undefined) return undefined;
  const mailer = createMailer({ smtpUrl, from, host: new URL(config.baseUrl).hostname });
  const onFailure = (error: unknown): void =>
    log.error({ err: error }, "could not process the email queue, will retry");
  return new MailLoop({ services, mailer, onFailure });
}

function buildRedirector(parts: AppParts, services: Services, registry: Registry): Redirector {
  const { config, db, pools, secretKey, log, journal, patienceMs } = parts;
  return new Redirector({
    journal,
    deadlineMs: patienceMs,
    services: { ...services, db: pools?.redirector ?? db },
    registry,
    secretKey,
    settings: { secure: config.baseUrl.startsWith("https:"), cookieDomain: config.cookieDomain },
    addressOf: clientAddress(config.trustedProxies),
    onTrouble: (error) =>
      log.warn(
        { err: error },
        "the redirector cannot use the database; it keeps clicks in the journal, or redirects untracked if there is no journal",
      ),
    onUnfolded: (error) =>
      log.warn({ err: error }, "could not add click counts to the totals, will retry; no click is lost"),
  });
}

export function buildServices(parts: Omit<AppParts, "log"> & { readonly log?: Log }): Services {
  const { config, db, clock, secretKey, passwords = argon2Passwords(), random = systemRandom } = parts;
  const { baseUrl, signup, defaultPlan, apiRequestsPerMinute } = config;
  return {
    db,
    reads: parts.reads ?? readsOf(db),
    clockLocks: parts.pools?.clocks ?? db,
    clock,
    wallClock: clock,
    twin: null,
    random,
    passwords: boundedPasswords(passwords, { passwordTurns: new Turns(PASSWORD_TURNS), clock }),
    limiter: limiterFor(config, db, clock),
    statementSigner: statementSigner(secretKey),
    testStatementSigner: statementSigner(secretKey, "test-statements"),
    sessionLimiter: new MemoryRateLimiter(clock),
    oneTimeCodes,
    accessLog: parts.log ? accessLogTo(parts.log) : () => {},
    ...secretsUnder(secretKey),
    destinations: createDestinations(config.webhookAllowedNetworks),
    turns: parts.turns ?? tenantTurns(parts.patienceMs),
    stopping: parts.stopping ?? new AbortController().signal,
    settings: { baseUrl, signup, defaultPlan, apiRequestsPerMinute, mailIsSent: config.smtpUrl !== undefined },
  };
}

/** A process that has its database to itself counts exactly in memory. For several, the database counts. */
function limiterFor(config: Config, db: Db, clock: Clock): RateLimiter {
  return config.databaseUrl === undefined && (config.processes ?? 1) === 1
    ? new MemoryRateLimiter(clock)
    : databaseRateLimiter(db, clock);
}
