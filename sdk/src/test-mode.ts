import { as, done, READ, whenAlready } from "./calls.ts";
import type {
  NewTestAccount,
  NewTestAffiliate,
  NewTestClick,
  NewTestPayouts,
  NewTestReceipt,
  NewTestWebhookEndpoint,
  TestCampaignPatch,
  TestDuration,
} from "./test-mode-requests.ts";
import type { Affiliate } from "./resources.ts";
import type {
  AdvancedTestClock,
  CreatedTestAccount,
  CreatedTestWebhookEndpoint,
  TestAccount,
  TestCampaign,
  TestClick,
  TestClock,
  TestPayout,
  TestReceipt,
} from "./test-mode-resources.ts";
import { durationOf, timeOf } from "./test-durations.ts";
import { testEventsOver, type TestEvents } from "./test-events.ts";
import type { CallOptions, Transport } from "./transport.ts";
import type { ProviderName } from "./words.ts";

export interface TestClocks {
  get(options?: CallOptions): Promise<TestClock>;
  /**
   * Runs everything that becomes due on the way, and resolves when it is done. Not retried when its outcome is unknown:
   * the clock could move twice.
   */
  advance(by: TestDuration | string, options?: CallOptions): Promise<AdvancedTestClock>;
  advanceTo(time: Date | string, options?: CallOptions): Promise<AdvancedTestClock>;
}

/** Only with a test key (`sk_test_…`). With a live key every call throws a TypeError. */
export interface TestMode {
  readonly clock: TestClocks;
  readonly events: TestEvents;
  readonly affiliates: {
    /** An active affiliate with a tracking code and payout details. */
    create(affiliate: NewTestAffiliate, options?: CallOptions): Promise<Affiliate>;
  };
  readonly clicks: { create(click: NewTestClick, options?: CallOptions): Promise<TestClick> };
  readonly conversions: { approve(id: string, options?: CallOptions): Promise<void> };
  readonly payouts: { create(payouts?: NewTestPayouts, options?: CallOptions): Promise<TestPayout[]> };
  readonly receipts: {
    /** A signed sample event of a provider, through the same way as a real one. */
    send(provider: ProviderName, event?: NewTestReceipt, options?: CallOptions): Promise<TestReceipt>;
  };
  readonly campaigns: {
    /** What members set in the dashboard. */
    update(id: string, patch: TestCampaignPatch, options?: CallOptions): Promise<TestCampaign>;
  };
  readonly webhookEndpoints: {
    create(endpoint: NewTestWebhookEndpoint, options?: CallOptions): Promise<CreatedTestWebhookEndpoint>;
  };
  readonly accounts: {
    create(account?: NewTestAccount, options?: CallOptions): Promise<CreatedTestAccount>;
    /** All of them, oldest first. */
    list(options?: CallOptions): Promise<TestAccount[]>;
    /** With everything in it and its keys. An account cannot delete itself. */
    delete(id: string, options?: CallOptions): Promise<void>;
  };
  /** Deletes everything in the test account except its keys. */
  reset(options?: CallOptions): Promise<TestClock>;
}

/** An advance can take longer than other calls. */
const ADVANCE_MS = 120_000;
const patient = (options: CallOptions = {}): CallOptions => ({
  timeoutMs: ADVANCE_MS,
  totalMs: ADVANCE_MS,
  ...options,
});

/** A receipt is processed before the response. */
const RECEIPT_MS = 30_000;
const slower = (options: CallOptions = {}): CallOptions => ({ timeoutMs: RECEIPT_MS, totalMs: RECEIPT_MS, ...options });

export function testModeOver(send: Transport): TestMode {
  const post = (path: readonly string[], body: object = {}) =>
    ({ method: "POST", path: ["test", ...path], body, repeatable: false }) as const;
  const move = async (body: object, options: CallOptions | undefined, repeatable: boolean) =>
    (await as<{ clock: AdvancedTestClock }>(send({ ...post(["clock"], body), repeatable }, patient(options)))).clock;
  return {
    events: testEventsOver(send),
    clock: {
      get: async (options) =>
        (await as<{ clock: TestClock }>(send({ ...READ, path: ["test", "clock"] }, options))).clock,
      advance: async (by, options) => move({ advance: durationOf(by) }, options, false),
      advanceTo: async (time, options) => move({ to: timeOf(time) }, options, true),
    },
    affiliates: {
      create: async (body, options) =>
        (await as<{ affiliate: Affiliate }>(send(post(["affiliates"], body), options))).affiliate,
    },
    clicks: {
      create: async (body, options) => (await as<{ click: TestClick }>(send(post(["clicks"], body), options))).click,
    },
    conversions: {
      approve: (id, options) => {
        const recover = whenAlready("conversion_not_pending");
        const path = ["test", "conversions", id, "approve"];
        return done(send({ method: "POST", path, repeatable: true, recover }, options));
      },
    },
    payouts: {
      create: async (body, options) =>
        (await as<{ payouts: TestPayout[] }>(send(post(["payouts"], body), options))).payouts,
    },
    receipts: {
      send: async (provider, body, options) =>
        (await as<{ receipt: TestReceipt }>(send(post(["receipts", provider], body), slower(options)))).receipt,
    },
    campaigns: {
      update: async (id, body, options) => {
        const call = { method: "PATCH", path: ["test", "campaigns", id], body, repeatable: true } as const;
        return (await as<{ campaign: TestCampaign }>(send(call, options))).campaign;
      },
    },
    webhookEndpoints: { create: (body, options) => as(send(post(["webhook-endpoints"], body), options)) },
    accounts: {
      create: (body, options) => as(send(post(["accounts"], body), options)),
      list: async (options) => {
        const call = { ...READ, path: ["test", "accounts"] };
        return (await as<{ accounts: TestAccount[] }>(send(call, options))).accounts;
      },
      delete: (id, options) => {
        const recover = whenAlready("test_account_not_found");
        const path = ["test", "accounts", id];
        return done(send({ method: "DELETE", path, repeatable: true, recover }, patient(options)));
      },
    },
    reset: async (options) => {
      const call = { method: "POST", path: ["test", "reset"], repeatable: true } as const;
      return (await as<{ clock: TestClock }>(send(call, patient(options)))).clock;
    },
  };
}
