import { beforeAll, describe, expect, it } from "vitest";
import { aPartner, aTill, earn, earnApproved, mature, type Paid, type Till } from "../payouts/till.ts";
import { Browser } from "../people/browser.ts";
import { appForFile, type TestApp, type TestResponse } from "../support/app.ts";
import { ledgerFaults } from "../support/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

interface Counter extends Till {
  readonly partner: Paid;
  readonly send: (method: string, path: string, body?: unknown) => Promise<TestResponse>;
}

/** 20% of every order, with the owner signed in to the dashboard. */
async function aCounter(more: Record<string, unknown> = {}): Promise<Counter> {
  const till = await aTill(app, { commission_value: 20, ...more });
  const browser = new Browser(app);
  const { email, password, accountId } = till.merchant;
  await browser.signIn(email, password);
  const send: Counter["send"] = async (method, path, body) => {
    const answer = await browser.send(method, `/api/dashboard/${accountId}/${path}`, body);
    if (answer.status !== 401) return answer;
    // The hold period outlasts the session.
    await browser.signIn(email, password);
    return browser.send(method, `/api/dashboard/${accountId}/${path}`, body);
  };
  return { ...till, partner: await aPartner(till), send };
}

const sound = async (): Promise<void> => expect(await ledgerFaults(app)).toEqual([]);

describe("refunds of a conversion in the dashboard", () => {
  it("are previewed, recorded, listed and cancelled", async () => {
    const counter = await aCounter();
    const id = await earn(counter, counter.partner, 10_000);
    const path = `conversions/${id}/refunds`;
    const preview = await counter.send("GET", `${path}/preview?amount=25`);
    expect(preview.body).toEqual({
      before: { amount: 100, commission: 20, status: "pending" },
      after: { amount: 75, commission: 15, status: "pending" },
      deducted: 0,
    });
    expect((await counter.send("GET", path)).body).toEqual({ refunds: [], refundable: 100 });

    const recorded = await counter.send("POST", path, { amount: 25, reason: "Wrong size" });
    expect(recorded.body).toMatchObject({
      refund: { amount: 25, currency: "EUR", counted: true, reason: "Wrong size" },
      conversion: { amount: 75, commission: 15, status: "pending" },
      claw_back: null,
    });
    const listed = await counter.send("GET", path);
    expect(listed.body).toEqual({ refunds: [recorded.body.refund], refundable: 75 });
    const { body } = await counter.send("GET", `conversions/${id}`);
    expect(body.conversion).toMatchObject({ amount: 75, original_amount: 100, original_commission: 20 });

    const cancelled = await counter.send("POST", `refunds/${recorded.body.refund.id}/cancel`);
    expect(cancelled.body).toMatchObject({ refund: { counted: false }, conversion: { amount: 100, commission: 20 } });
    expect((await counter.send("GET", path)).body).toMatchObject({ refunds: [{ counted: false }], refundable: 100 });
    await sound();
  });

  it("preview everything that is left by default, and its rejection", async () => {
    const counter = await aCounter();
    const id = await earnApproved(counter, counter.partner, 10_000);
    await counter.send("POST", `conversions/${id}/refunds`, { amount: 40 });
    const preview = await counter.send("GET", `conversions/${id}/refunds/preview`);
    expect(preview.body).toEqual({
      before: { amount: 60, commission: 12, status: "approved" },
      after: { amount: 0, commission: 0, status: "rejected" },
      deducted: 0,
    });
    const { body } = await counter.send("GET", `conversions/${id}`);
    expect(body.conversion).toMatchObject({ amount: 60, status: "approved" });
  });

  it("get a new ID each, unless the member enters one, which counts once", async () => {
    const counter = await aCounter();
    const id = await earn(counter, counter.partner, 10_000);
    const path = `conversions/${id}/refunds`;
    await counter.send("POST", path, { amount: 10 });
    await counter.send("POST", path, { amount: 10 });
    await counter.send("POST", path, { amount: 5, external_id: "R-1" });
    await counter.send("POST", path, { amount: 5, external_id: "R-1" });
    expect((await counter.send("GET", path)).body).toMatchObject({ refundable: 75 });
    const other = await counter.send("POST", path, { amount: 6, external_id: "R-1" });
    expect([other.status, other.body.code]).toEqual([400, "refund_differs"]);
    // The API's refunds have IDs of their own.
    const ofApi = await counter.merchant.call("POST", `/v1/conversions/${id}/refunds`, {
      body: { amount: 6, external_id: "R-1" },
    });
    expect(ofApi.status).toBe(200);
  });

  it.each([
    [{ amount: 100.01 }, "refund_exceeds_amount"],
    [{ amount: 0.001 }, "refund_too_small"],
    [{ amount: 0 }, "invalid_request"],
    [{ amount: -1 }, "invalid_request"],
    [{}, "invalid_request"],
    [{ amount: 1, external_id: "" }, "invalid_request"],
    [{ amount: 1, reason: "x".repeat(501) }, "invalid_request"],
  ])("refuse %j", async (body, code) => {
    const counter = await aCounter();
    const id = await earn(counter, counter.partner, 10_000);
    const answer = await counter.send("POST", `conversions/${id}/refunds`, body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect((await counter.send("GET", `conversions/${id}/refunds`)).body).toEqual({ refunds: [], refundable: 100 });
  });

  it.each([
    ["100.01", "refund_exceeds_amount"],
    ["0.001", "refund_too_small"],
    ["-1", "invalid_request"],
    ["much", "invalid_request"],
  ])("refuse to preview %s", async (amount, code) => {
    const counter = await aCounter();
    const id = await earn(counter, counter.partner, 10_000);
    const answer = await counter.send("GET", `conversions/${id}/refunds/preview?amount=${amount}`);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
  });
});

describe("a refund after the hold period", () => {
  it("previews and records a deduction, which an owner can undo once", async () => {
    const counter = await aCounter();
    const id = await earnApproved(counter, counter.partner, 10_000);
    mature(counter);
    const preview = await counter.send("GET", `conversions/${id}/refunds/preview?amount=25`);
    expect(preview.body).toMatchObject({ after: { amount: 100, commission: 20 }, deducted: 5 });
    const recorded = await counter.send("POST", `conversions/${id}/refunds`, { amount: 25 });
    expect(recorded.body.claw_back).toMatchObject({ amount: 5, currency: "EUR" });

    app.clock.forward({ seconds: 61 });
    const undo = `claw-backs/${recorded.body.claw_back.id}/undo`;
    const undone = await counter.send("POST", undo, { reason: "Our mistake" });
    expect(undone.body.claw_back).toMatchObject({
      amount: -5,
      reason: "Our mistake",
      undoes_id: recorded.body.claw_back.id,
      payout_id: null,
    });
    const again = await counter.send("POST", undo, { reason: "Our mistake" });
    expect([again.status, again.body.code]).toEqual([400, "claw_back_undone"]);
    const unexplained = await counter.send("POST", undo, {});
    expect([unexplained.status, unexplained.body.code]).toEqual([400, "invalid_request"]);
    const { body } = await counter.send("GET", `conversions/${id}`);
    expect(body.history.slice(-2)).toMatchObject([
      { action: "claw_back", clawed_back: 5 },
      { action: "return", clawed_back: 5, reason: "Our mistake" },
    ]);
    await sound();
  });
});

describe("the history of a conversion", () => {
  it("tells refunds, cancelled refunds and edits apart", async () => {
    const counter = await aCounter();
    const id = await earn(counter, counter.partner, 10_000);
    const path = `conversions/${id}/refunds`;
    const { refund } = (await counter.send("POST", path, { amount: 25, external_id: "R-1", reason: "Wrong size" }))
      .body;
    await counter.send("POST", `refunds/${refund.id}/cancel`);
    await counter.merchant.call("POST", `/v1/conversions/${id}/edits`, { body: { external_id: "e-1", amount: 60 } });
    const { body } = await counter.send("GET", `conversions/${id}`);
    expect(body.history[0]).toMatchObject({ action: "track", adjusted: { amount: 100, commission: 20 } });
    expect(body.history.slice(1)).toMatchObject([
      { cause: "refund", refund_id: "R-1", refunded: 25, adjusted: { amount: 75 }, reason: "Wrong size" },
      { cause: "refund_cancelled", refund_id: "R-1", adjusted: { amount: 100 }, reason: "Refund cancelled" },
      { cause: "edit", refund_id: null, adjusted: { amount: 60, commission: 12 }, reason: "Order edited" },
    ]);
    expect(body).toMatchObject({ conversion: { refunded_amount: 40, part_of: null }, lowered_amount: 40, parts: [] });
  });

  it("adds up deductions, and says that a cancelled refund returned one", async () => {
    const counter = await aCounter();
    const id = await earnApproved(counter, counter.partner, 10_000);
    mature(counter);
    const path = `conversions/${id}/refunds`;
    const { refund } = (await counter.send("POST", path, { amount: 25, reason: "Wrong size" })).body;
    const before = await counter.send("GET", `conversions/${id}`);
    expect(before.body.deductions).toEqual({ deducted: 0, open: 5 });
    app.clock.forward({ seconds: 1 });
    await counter.send("POST", `refunds/${refund.id}/cancel`);
    const { body } = await counter.send("GET", `conversions/${id}`);
    expect(body.deductions).toEqual({ deducted: 0, open: 0 });
    expect(body.history.slice(-2)).toMatchObject([
      { action: "claw_back", cause: "refund", refunded: 25, payout_id: null, reason: "Wrong size" },
      { action: "return", cause: "refund_cancelled", refunded: 25, reason: "Refund cancelled" },
    ]);
    const listed = await counter.send("GET", `claw-backs?conversion_id=${id}`);
    const reasons = listed.body.claw_backs.map(({ reason }: { reason: string }) => reason);
    expect(reasons).toEqual(["Refund cancelled", "Wrong size"]);
  });
});

describe("a campaign with a fixed commission", () => {
  it("keeps it whole on a partial refund, or scales it if the campaign says so", async () => {
    const fixed = { commission_type: "fixed", commission_value: 10 };
    const counter = await aCounter(fixed);
    const preview = async (): Promise<unknown> => {
      const id = await earn(counter, counter.partner, 10_000);
      return (await counter.send("GET", `conversions/${id}/refunds/preview?amount=25`)).body.after;
    };
    const path = `campaigns/${counter.campaignId}`;
    expect((await counter.send("GET", path)).body.campaign).not.toHaveProperty("fixed_commission_on_refund");
    expect(await preview()).toMatchObject({ commission: 10 });
    const scaled = await counter.send("PATCH", path, { fixed_commission_on_refund: "scale" });
    expect(scaled.body.campaign).toMatchObject({ fixed_commission_on_refund: "scale", commission_value: 10 });
    expect(await preview()).toMatchObject({ commission: 7.5 });
    // Another change keeps the setting.
    await counter.send("PATCH", path, { name: "Autumn" });
    expect((await counter.send("GET", path)).body.campaign).toMatchObject({ fixed_commission_on_refund: "scale" });
    await counter.send("PATCH", path, { fixed_commission_on_refund: "keep" });
    expect((await counter.send("GET", path)).body.campaign).not.toHaveProperty("fixed_commission_on_refund");
    const wrong = await counter.send("PATCH", path, { fixed_commission_on_refund: "halve" });
    expect([wrong.status, wrong.body.code]).toEqual([400, "invalid_request"]);
  });

  it("can be created with that setting through the API", async () => {
    const { merchant, campaignId } = await aTill(app, {
      commission_type: "fixed",
      commission_value: 10,
      fixed_commission_on_refund: "scale",
    });
    const { body } = await merchant.call("GET", `/v1/campaigns/${campaignId}`);
    expect(body.campaign.fixed_commission_on_refund).toBe("scale");
  });
});
