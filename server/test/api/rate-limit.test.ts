import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { createKey } from "../../src/usecases/keys/create-key.ts";
import { call, type TestResponse, type Call } from "../support/app.ts";
import { flagOf, kindOf, nameOf, operations, type Operation } from "../support/operations.ts";
import { aShop, expectFailure, tracked, worldForFile, type Shop } from "../support/shop.ts";
import { aMerchant, type Merchant } from "../support/world.ts";

const world = worldForFile();

const allowanceOf = ({ headers }: TestResponse) => ({
  limit: headers["x-ratelimit-limit"],
  remaining: headers["x-ratelimit-remaining"],
  reset: headers["x-ratelimit-reset"],
});

async function useUp(merchant: Merchant): Promise<TestResponse> {
  for (;;) {
    const answer = await merchant.call("GET", "/v1/campaigns");
    if (answer.headers["x-ratelimit-remaining"] === "0") return answer;
  }
}

describe("X-RateLimit headers", () => {
  it("count down from 100 in a window that starts with the key's first request", async () => {
    const merchant = await aMerchant(world.app);
    world.app.clock.set(new Date("2027-01-01T00:00:00.250Z"));
    const reset = String(Date.parse("2027-01-01T00:01:01.000Z") / 1000);
    expect(allowanceOf(await merchant.call("GET", "/v1/campaigns"))).toEqual({ limit: "100", remaining: "99", reset });
    world.app.clock.forward({ seconds: 30 });
    expect(allowanceOf(await merchant.call("GET", "/v1/campaigns"))).toEqual({ limit: "100", remaining: "98", reset });
  });

  const tooMuch = { raw: "x".repeat(65_537), headers: { "content-type": "application/json" } };
  const plain = { raw: "x", headers: { "content-type": "text/plain" } };

  it.each<{ status: number; method: string; path: string; more?: Call }>([
    { status: 200, method: "GET", path: "/v1/campaigns" },
    { status: 400, method: "GET", path: "/v1/campaigns?limit=0" },
    { status: 404, method: "GET", path: "/v1/campaigns/cmp_x" },
    { status: 404, method: "GET", path: "/v1/nothing" },
    { status: 413, method: "POST", path: "/v1/campaigns", more: tooMuch },
    { status: 415, method: "POST", path: "/v1/campaigns", more: plain },
  ])("are in the $status response to $method $path, which counts", async ({ status, method, path, more }) => {
    const merchant = await aMerchant(world.app);
    const answer = await merchant.call(method, path, more);
    expect(answer.status).toBe(status);
    expect(allowanceOf(answer)).toMatchObject({ limit: "100", remaining: "99" });
  });
});

// One key of each kind is used up for all operations: using it up takes a hundred requests.
describe.each(["live", "test"] as const)("429 for a %s key", (kind) => {
  const own = operations.filter((operation) => kindOf(operation) === kind);
  const requests = new Map<Operation, { path: string; body: unknown }>();
  let shop: Shop;
  let opened: TestResponse;
  let later: Date;

  beforeAll(async () => {
    shop = await aShop(world.app, {}, kind);
    for (const operation of own) {
      world.app.clock.forward({ seconds: 61 });
      const conversionId = await tracked(shop);
      const path = await operation.path(shop, conversionId);
      requests.set(operation, { path, body: await operation.body?.(shop, conversionId) });
    }
    world.app.clock.forward({ seconds: 61 });
    opened = await useUp(shop.merchant);
    later = world.app.clock.after({ seconds: 20, ms: 500 });
  });

  it.each(own.map((operation) => [nameOf(operation), operation] as const))(
    "%s has exactly the contract's text, changes nothing, and says when to retry",
    async (_name, operation) => {
      const { path = "", body } = requests.get(operation) ?? {};
      world.app.clock.set(later);
      const before = await changesIn(shop);
      const answer = await shop.merchant.call(operation.method, path, body === undefined ? {} : { body });
      expectFailure(answer, [429, "rate_limited"], flagOf(operation));
      expect(answer.body.error).toBe("Rate limit exceeded. 100 requests per minute.");
      expect(answer.headers["retry-after"]).toBe("40");
      expect(allowanceOf(answer)).toEqual({ ...allowanceOf(opened), remaining: "0" });
      expect(await changesIn(shop)).toEqual(before);
    },
  );
});

/** Every change leaves an entry or an event. */
const changesIn = ({ merchant }: Shop) =>
  world.app.db.query(sql`
    select (select count(*) from audit_entries where account_id = account.id) as entries,
      (select count(*) from events where account_id = account.id) as events
    from accounts account where account.id = ${uuidOf(merchant.accountId)}`);

describe("the limit of 100 requests a minute", () => {
  it("rejects the 101st request and accepts requests again at the end of the window, not a millisecond earlier", async () => {
    const merchant = await aMerchant(world.app);
    const statuses = [];
    for (let number = 0; number < 101; number += 1) statuses.push((await merchant.call("GET", "/v1/campaigns")).status);
    expect(statuses).toEqual([...Array<number>(100).fill(200), 429]);
    world.app.clock.forward({ ms: 59_999 });
    expect((await merchant.call("GET", "/v1/campaigns")).status).toBe(429);
    world.app.clock.forward({ ms: 1 });
    const answer = await merchant.call("GET", "/v1/campaigns");
    expect([answer.status, answer.headers["x-ratelimit-remaining"]]).toEqual([200, "99"]);
  });

  it("is not extended by rejected requests", async () => {
    const merchant = await aMerchant(world.app);
    const { headers } = await useUp(merchant);
    for (let number = 0; number < 5; number += 1) {
      world.app.clock.forward({ seconds: 10 });
      expect((await merchant.call("GET", "/v1/campaigns")).headers["x-ratelimit-reset"]).toBe(
        headers["x-ratelimit-reset"],
      );
    }
    world.app.clock.forward({ seconds: 10 });
    expect((await merchant.call("GET", "/v1/campaigns")).status).toBe(200);
  });

  it("applies to each key separately, even within one account", async () => {
    const merchant = await aMerchant(world.app);
    const { secret } = await createKey(merchant.context, "second");
    await useUp(merchant);
    expect((await merchant.call("GET", "/v1/campaigns")).status).toBe(429);
    expect((await call(world.app, "GET", "/v1/campaigns", { key: secret })).status).toBe(200);
  });

  it("accepts exactly 100 of 150 concurrent requests", async () => {
    const merchant = await aMerchant(world.app);
    const answers = await Promise.all(Array.from({ length: 150 }, () => merchant.call("GET", "/v1/campaigns")));
    const countOf = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
    expect([countOf(200), countOf(429)]).toEqual([100, 50]);
    const remaining = answers
      .filter(({ status }) => status === 200)
      .map(({ headers }) => Number(headers["x-ratelimit-remaining"]));
    expect(new Set(remaining)).toEqual(new Set(Array.from({ length: 100 }, (_, index) => index)));
  });
});
