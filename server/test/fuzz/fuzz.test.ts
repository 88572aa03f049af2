import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startApp, type TestApp } from "../support/app.ts";
import { aClick } from "../support/clicks.ts";
import { seeded } from "../support/seeded.ts";
import { aShop, tracked } from "../support/shop.ts";
import { ledgerFaults } from "../support/world.ts";
import { Fuzzer, type FuzzedRequest, type Known, type KnownShop } from "./requests.ts";

// oxlint-disable-next-line node/no-process-env -- sets the number of requests and the seed
const { FUZZ_REQUESTS, FUZZ_SEED } = process.env;
/** The requests of an ordinary run. */
const USUAL = 1000;
const requests = Number(FUZZ_REQUESTS ?? USUAL);
const seed = Number(FUZZ_SEED ?? 20_260_301);
const IN_FLIGHT = 4;
const SHOPS = 9;
/** With test keys, for the operations of test mode. */
const TEST_SHOPS = 3;
const CONVERSIONS_MAX = 500;
const campaigns = [{}, { max_budget: 200 }, { commission_type: "fixed", commission_value: 2.5 }];

let app: TestApp;
let known: Known;

beforeAll(async () => {
  app = await startApp();
  const shops: KnownShop[] = [];
  const conversions: string[] = [];
  for (let number = 0; number < SHOPS; number += 1) {
    const kind = number < TEST_SHOPS ? "test" : "live";
    const shop = await aShop(app, campaigns[number % campaigns.length], kind);
    const { merchant, campaignId: campaign, affiliate } = shop;
    conversions.push(await tracked(shop));
    shops.push({
      kind,
      key: merchant.key,
      campaign,
      code: affiliate.code,
      affiliate: affiliate.affiliateId,
      click: await aClick(shop),
    });
  }
  known = { shops, conversions };
});
afterAll(() => app.close());

interface Seen {
  readonly request: FuzzedRequest;
  readonly status: number;
  readonly body: string;
}

async function send(request: FuzzedRequest): Promise<Seen> {
  const { method, url, headers, payload } = request;
  const response = await app.http.inject({
    method: method as "GET",
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { request, status: response.statusCode, body: response.body };
}

/** Later requests use the conversions created here. */
function remember({ request, status, body }: Seen): void {
  if (status !== 200 || request.method !== "POST" || !request.url.startsWith("/v1/conversions")) return;
  const { conversion } = JSON.parse(body) as { conversion?: { id: string } };
  if (conversion && known.conversions.length < CONVERSIONS_MAX) known.conversions.push(conversion.id);
}

const isFailureInForm = ({ request, status, body }: Seen): boolean => {
  if (status < 400 || request.method === "HEAD") return true;
  const { error, code, request_id: id } = JSON.parse(body) as Record<string, unknown>;
  return typeof error === "string" && error.endsWith(".") && typeof code === "string" && typeof id === "string";
};

const tell = ({ request, status, body }: Seen) => ({
  ...request,
  payload: String(request.payload).slice(0, 300),
  status,
  body,
});

describe(`${requests} fuzzed requests with the seed ${seed}`, () => {
  it(
    "get no 5xx, a well-formed error each time they fail, and leave a sound ledger",
    { timeout: 600_000 + requests * 60 },
    async () => {
      const fuzzer = new Fuzzer(seeded(seed), known);
      const counts = new Map<number, number>();
      const wrong: Seen[] = [];
      // In a long run fewer succeed later, because most of the known conversions are already approved or rejected.
      let early = 0;
      for (let sent = 0; sent < requests; sent += IN_FLIGHT) {
        const batch = await Promise.all(Array.from({ length: IN_FLIGHT }, () => send(fuzzer.next())));
        batch.forEach(remember);
        for (const { status } of batch) counts.set(status, (counts.get(status) ?? 0) + 1);
        if (sent < USUAL) early = counts.get(200) ?? 0;
        wrong.push(...batch.filter((seen) => seen.status >= 500 || !isFailureInForm(seen)));
        // Starts new rate limit windows, and lets conversions mature meanwhile.
        app.clock.forward(sent % 1000 === 0 ? { hours: 12 } : { seconds: 3 });
      }
      expect(wrong.slice(0, 5).map(tell)).toEqual([]);
      expect(await ledgerFaults(app)).toEqual([]);
      // A fuzzer whose requests all fail the first check would find nothing.
      const reached = [200, 400, 401, 403, 404, 413, 415].filter((status) => (counts.get(status) ?? 0) === 0);
      expect(reached).toEqual([]);
      expect(early / Math.min(requests, USUAL)).toBeGreaterThan(0.2);
      expect(known.conversions.length).toBeGreaterThan(Math.min(requests / 50, 100));
    },
  );
});
