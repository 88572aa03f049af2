import { expect, test } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { parseCurrency } from "../../src/domain/values/currency.ts";
import { setSchedule } from "../../src/usecases/payouts/payer-settings.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { answer } from "../deliverer/receiver.ts";
import { aCampaign, anAffiliate, aConversion, ledgerFaults } from "../support/world.ts";
import { listBatches } from "./batches.ts";
import { advance, aSale, aTestShop, aTestWorld, rowsOf, statusOf } from "./test-world.ts";

const eur =
  parseCurrency("EUR") ??
  (() => {
    throw new Error("EUR is unknown.");
  })();

test("a commission's whole life takes one run: click, hold period, approval, payout, and retries", async () => {
  const { app, receiver } = await aTestWorld();
  const shop = await aTestShop(app);
  const { merchant, affiliateId } = shop;
  const live = merchant.live;
  const liveCampaign = await aCampaign(live);
  await aConversion(live, liveCampaign, { code: (await anAffiliate(app, live, liveCampaign)).code });
  const before = await rowsOf(app, uuidOf(live.accountId));
  const start = app.clock.now();

  const { body: clicked } = await merchant.call("POST", "/v1/test/clicks", { body: { affiliate_code: shop.code } });
  expect(clicked.click.clicked_at).toBe(start.toISOString());
  const early = await aSale(shop, { click_id: clicked.click.id });
  const kept = await aSale(shop, { click_id: clicked.click.id });

  expect((await advance(merchant, "P6DT23H59M")).status).toBe(200);
  expect((await merchant.call("POST", `/v1/conversions/${early}/reject`, { body: {} })).status).toBe(200);
  const moved = await advance(merchant, "PT1M");
  expect(moved.body.clock).toEqual({ now: app.clock.after({ days: 7 }).toISOString(), steps: 1 });
  expect((await merchant.call("POST", `/v1/conversions/${kept}/reject`, { body: {} })).status).toBe(400);
  expect(await statusOf(shop, kept)).toBe("approved");

  const url = receiver.behave("/hook", answer(500));
  const { endpoint } = await createEndpoint(merchant.context, { url, events: ["payout.created"] });
  expect(endpoint.accountId).toBe(merchant.accountId);
  const paid = await merchant.call("POST", "/v1/test/payouts", { body: { affiliate_id: affiliateId } });
  expect(paid.body.payouts).toMatchObject([{ amount: 10, currency: "EUR", status: "created" }]);

  await advance(merchant, "PT59S");
  expect(receiver.received).toHaveLength(1);
  await advance(merchant, "PT1S");
  expect(receiver.received).toHaveLength(2);
  await advance(merchant, "PT299S");
  expect(receiver.received).toHaveLength(2);
  await advance(merchant, "PT1S");
  expect(receiver.received).toHaveLength(3);
  await advance(merchant, "PT1800S");
  expect(receiver.received).toHaveLength(4);

  const event = JSON.parse(receiver.received[0]?.body ?? "");
  expect(event).toMatchObject({ type: "payout.created", livemode: false });
  expect(event.created).toBe(app.clock.after({ days: 7 }).getTime() / 1000);
  const sentAt = Number(String(receiver.received[3]?.headers["webhook-timestamp"]));
  expect(sentAt).toBe(Math.floor(start.getTime() / 1000));
  expect(await rowsOf(app, uuidOf(live.accountId))).toBe(before);
  expect(await ledgerFaults(app)).toEqual([]);
});

test("one advance over several retries sends each at its own time", async () => {
  const { app, receiver } = await aTestWorld();
  const shop = await aTestShop(app);
  const url = receiver.behave("/hook", answer(500));
  await createEndpoint(shop.merchant.context, { url, events: ["conversion.approved"] });
  await aSale(shop);
  const moved = await advance(shop.merchant, "P8D");
  expect(moved.body.clock.steps).toBe(4);
  expect(receiver.received).toHaveLength(4);
});

test("schedules pay on their day, and the scheduled jobs of the server leave twins alone", async () => {
  const { app } = await aTestWorld();
  const shop = await aTestShop(app, { maturation_days: 0 });
  const { merchant } = shop;
  await setSchedule(merchant.context, { currency: eur, day: 15, minimumMinor: 0n });
  const sale = await aSale(shop);
  app.clock.forward({ days: 400 });
  await app.jobs.runDue();
  expect(await statusOf(shop, sale)).toBe("pending");
  await advance(merchant, "P1M");
  expect(await statusOf(shop, sale)).toBe("approved");
  expect(await listBatches(app, merchant.accountId)).toEqual([
    { origin: "monthly", created_at: "2026-03-15T00:00:00.000Z", status: "made" },
  ]);
  expect(await ledgerFaults(app)).toEqual([]);
});

test("a clock only moves forward, by well-formed durations and at most two years", async () => {
  const { app } = await aTestWorld();
  const { merchant } = await aTestShop(app);
  const move = async (body: object) => {
    const { status, body: answered } = await merchant.call("POST", "/v1/test/clock", { body });
    return status === 200 ? "moved" : `${status} ${answered.code}`;
  };
  expect(await move({ to: app.clock.after({ seconds: -1 }).toISOString() })).toBe("400 clock_only_forward");
  for (const advance of ["7D", "P", "PT", "P1", "P-7D", "P1.5D", "p7d", "P7DT", "", 7])
    expect(await move({ advance })).toBe("400 invalid_request");
  expect(await move({})).toBe("400 invalid_request");
  expect(await move({ advance: "P1D", to: "2027-01-01T00:00:00Z" })).toBe("400 invalid_request");
  expect(await move({ to: "tomorrow" })).toBe("400 invalid_request");
  expect(await move({ advance: "P2YT1S" })).toBe("400 clock_too_far");
  expect(await move({ advance: "P99999999999Y" })).toBe("400 clock_too_far");
  expect(await move({ advance: "P2Y" })).toBe("moved");
});
