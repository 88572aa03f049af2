import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { parseId, uuidOf } from "../../src/domain/ids.ts";
import { RefusedCallLog } from "../../src/usecases/refused-calls/refused-call-log.ts";
import { appForFile, call, type TestApp } from "../support/app.ts";
import { aCampaign, aMerchant } from "../support/world.ts";
import { aDesk, asStranger, linesOf, type Desk } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const refusedCalls = async ({ get }: Desk): Promise<Record<string, unknown>[]> =>
  (await get("refused-calls?limit=100")).body.refused_calls as Record<string, unknown>[];

describe("failed requests", () => {
  it("are recorded with request, response and key, newest first; successes are not", async () => {
    const desk = await aDesk(app);
    const { merchant } = desk;
    await aCampaign(merchant);
    const firstAt = app.clock.now().toISOString();
    const first = await merchant.call("GET", "/v1/campaigns/cmp_nothing?secret=1");
    app.clock.forward({ seconds: 1 });
    const second = await merchant.call("POST", "/v1/conversions", { body: {} });
    await expect.poll(() => refusedCalls(desk)).toHaveLength(2);
    expect(await refusedCalls(desk)).toEqual([
      {
        id: "2",
        at: app.clock.now().toISOString(),
        method: "POST",
        path: "/v1/conversions",
        status: 400,
        code: "invalid_request",
        error: second.body.error,
        request_id: second.body.request_id,
        key: { id: expect.stringMatching(/^key_/), name: "test" },
      },
      {
        id: "1",
        at: firstAt,
        method: "GET",
        path: "/v1/campaigns/cmp_nothing",
        status: 404,
        code: "campaign_not_found",
        error: "Campaign not found.",
        request_id: first.body.request_id,
        key: expect.anything(),
      },
    ]);
    expect(linesOf(await desk.get("refused-calls.csv"))).toHaveLength(3);
  });

  it("include those over the rate limit or plan and unknown paths, but none without a valid key", async () => {
    const desk = await aDesk(app);
    const { merchant } = desk;
    await call(app, "GET", "/v1/campaigns", { key: `sk_live_${"0".repeat(43)}` });
    await call(app, "GET", "/v1/campaigns");
    await merchant.call("GET", "/v1/nowhere");
    await Promise.all(Array.from({ length: 100 }, () => merchant.call("GET", "/v1/campaigns")));
    await expect.poll(async () => (await refusedCalls(desk)).map(({ status }) => status)).toEqual([429, 404]);
    const free = await aMerchant(app, "free");
    await free.call("GET", "/v1/campaigns");
    const keptOf = (): Promise<unknown[]> =>
      app.db.query(sql`select code from refused_calls where account_id = ${uuidOf(free.accountId)}`);
    await expect.poll(keptOf).toEqual([{ code: "plan_required" }]);
  });

  it("never contain a key, wherever it was sent", async () => {
    const desk = await aDesk(app);
    const { merchant } = desk;
    await merchant.call("GET", `/v1/campaigns/${merchant.key}?key=${merchant.key}`);
    await expect.poll(() => refusedCalls(desk)).toHaveLength(1);
    expect((await desk.get("refused-calls")).text).not.toContain(merchant.key.slice(8));
    expect((await refusedCalls(desk))[0]?.["path"]).toBe("/v1/campaigns/sk_live_…");
  });

  it("are limited to the newest 1,000 per account, in order, however many arrive", async () => {
    const desk = await aDesk(app);
    const { merchant } = desk;
    const keyId = parseId("key", (await desk.get("api-keys")).body.api_keys[0].id as string);
    if (!keyId) throw new Error("The merchant has no key.");
    const log = new RefusedCallLog(app.services, (error) => {
      throw error;
    });
    const note = (number: number): void =>
      log.note(merchant.accountId, {
        keyId,
        at: app.clock.now(),
        method: "GET",
        path: `/v1/campaigns/${number}`,
        status: 404,
        code: "campaign_not_found",
        error: "Campaign not found.",
        requestId: `req_${number}`,
      });
    for (let number = 1; number <= 700; number += 1) note(number);
    await log.close();
    for (let number = 701; number <= 2_500; number += 1) note(number);
    await log.close();
    note(2_501);
    await log.close();
    const answer = await desk.get("refused-calls?limit=2");
    expect(answer.body.pagination.total).toBe(1_000);
    expect(answer.body.refused_calls.map(({ path }: { path: string }) => path)).toEqual([
      "/v1/campaigns/2501",
      "/v1/campaigns/2500",
    ]);
    const lines = linesOf(await desk.get("refused-calls.csv"));
    expect(lines).toHaveLength(1_001);
    expect(lines.at(-1)).toContain("/v1/campaigns/1502,");
  });

  it("are visible to their own account only", async () => {
    const desk = await aDesk(app);
    const other = await aDesk(app);
    await desk.merchant.call("GET", "/v1/campaigns/cmp_nothing");
    await expect.poll(() => refusedCalls(desk)).toHaveLength(1);
    expect(await refusedCalls(other)).toEqual([]);
    expect((await asStranger(desk).get("refused-calls")).status).toBe(401);
  });
});
