import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createTributary, type OutboxOptions, type SentCall, type FailedCall, type NewConversion } from "tributary-sdk";
import type { OutboxTiming } from "../../src/outbox/retries.ts";
import { newFolder } from "../../../server/test/start/processes.ts";
import { ok, plannedFetch, type Asked, type Planned } from "../planned-fetch.ts";

export const order = (number: number, more: Partial<NewConversion> = {}): NewConversion => ({
  campaign_id: "c1",
  affiliate_code: "k7m2",
  external_id: `order-${number}`,
  amount: 99.99,
  ...more,
});
export const tracked = (id = "v1"): Response =>
  ok({ success: true, conversion: { id, commission: 10, status: "pending" } });
export const refunded = (): Response => ok({ success: true, refund: { id: "r1" } });

export const newBox = (): string => `${newFolder()}/shop/outbox`;

interface Box extends Partial<OutboxOptions> {
  readonly directory: string;
  /** Whether time passes, so that calls are retried without a flush. */
  readonly retries?: boolean;
  readonly apiKey?: string;
  readonly baseUrl?: string;
}

/** Otherwise a call would be retried half a second after it failed, in the middle of a test on a busy machine. */
const STANDING: OutboxTiming = { elapsedMs: () => 0, random: () => 0.5, now: () => new Date() };

/** A client with an outbox whose server follows a plan. The last step is repeated. */
export function clientWith(box: Box, ...plan: readonly (() => Planned)[]) {
  const { apiKey = "sk_live_secret", baseUrl = "https://partners.example", retries = false, ...options } = box;
  const sent: SentCall[] = [];
  const refused: FailedCall[] = [];
  const problems: Error[] = [];
  const asked: Asked[] = [];
  const last = plan.at(-1);
  const fetch: typeof globalThis.fetch = (input, init) => {
    const next = plan[asked.length] ?? last;
    if (!next) throw new TypeError("No request is planned.");
    const one = plannedFetch(next());
    const response = one.fetch(input, init);
    asked.push(...one.asked);
    return response;
  };
  const tributary = createTributary({
    baseUrl,
    apiKey,
    fetch,
    outbox: {
      onSent: (each) => sent.push(each),
      onFailed: (each) => refused.push(each),
      onProblem: (each) => problems.push(each),
      ...options,
      ...(retries ? {} : { timing: STANDING }),
    },
  });
  const lines = () => asked.map(({ method, url }) => `${method} ${url.slice("https://partners.example/v1".length)}`);
  const orders = () => asked.map(({ body }) => (body as { external_id?: string } | undefined)?.external_id);
  return { tributary, asked, lines, orders, sent, refused, problems };
}

/** Node 20 has no `Promise.withResolvers`. */
export function withResolvers<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => (resolve = settle));
  return { promise, resolve };
}

export const filesIn = (directory: string, folder: string): string[] => readdirSync(join(directory, folder));
export const everyFile = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
