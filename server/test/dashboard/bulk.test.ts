import { beforeAll, describe, expect, it } from "vitest";
import { appForFile, type TestApp } from "../support/app.ts";
import { aCampaign, aConversion, anAffiliate, ledgerFaults } from "../support/world.ts";
import { aDesk } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

describe("bulk", () => {
  it("decides each in its own transaction: errors are listed with the successes, in the given order", async () => {
    const { merchant, send, get } = await aDesk(app);
    const campaign = await aCampaign(merchant);
    const { code } = await anAffiliate(app, merchant, campaign);
    const track = (): Promise<string> => aConversion(merchant, campaign, { code });
    const [good, rejected, fine] = [await track(), await track(), await track()];
    await send("POST", `conversions/${rejected}/reject`);
    const other = await aDesk(app);
    const otherCampaign = await aCampaign(other.merchant);
    const stranger = await anAffiliate(app, other.merchant, otherCampaign);
    const foreign = await aConversion(other.merchant, otherCampaign, { code: stranger.code });

    const ids = [good, rejected, foreign, "conv_nothing", good, fine];
    const { status, body } = await send("POST", "conversions/bulk", { action: "approve", ids });
    expect(status).toBe(200);
    const notPending = { ok: false, code: "conversion_not_pending", error: expect.any(String) };
    const missing = { ok: false, code: "conversion_not_found", error: "Conversion not found." };
    expect(body.results).toEqual([
      { id: good, ok: true, status: "approved" },
      { id: rejected, ...notPending },
      { id: foreign, ...missing },
      { id: "conv_nothing", ...missing },
      { id: good, ...notPending },
      { id: fine, ok: true, status: "approved" },
    ]);
    expect((await other.get(`conversions/${foreign}`)).body.conversion.status).toBe("pending");
    expect((await get("conversions?status=approved")).body.pagination.total).toBe(2);
    expect(await ledgerFaults(app)).toEqual([]);
  });

  it("rejects with one reason for all, and restores as far as the budget goes", async () => {
    const { merchant, send, get } = await aDesk(app);
    const campaign = await aCampaign(merchant, { max_budget: 20 });
    const { code } = await anAffiliate(app, merchant, campaign);
    const ids = [await aConversion(merchant, campaign, { code }), await aConversion(merchant, campaign, { code })];
    await send("POST", "conversions/bulk", { action: "reject", ids, reason: "Fraud" });
    expect((await get(`conversions/${ids[1]}`)).body.conversion).toMatchObject({
      status: "rejected",
      rejection_reason: "Fraud",
    });
    await send("PATCH", `campaigns/${campaign}`, { max_budget: 10 });
    const { body } = await send("POST", "conversions/bulk", { action: "unreject", ids, reason: "never kept" });
    expect(body.results).toMatchObject([
      { ok: true, status: "pending" },
      { ok: false, code: "budget_exceeded" },
    ]);
    const { history } = (await get(`conversions/${ids[0]}`)).body;
    expect(history.at(-1)).toMatchObject({ action: "unreject", reason: null });
    expect(await ledgerFaults(app)).toEqual([]);
  });

  it("accepts 1 to 100 IDs and one of three actions", async () => {
    const { send } = await aDesk(app);
    const bulk = async (body: object): Promise<[number, string]> => {
      const answer = await send("POST", "conversions/bulk", body);
      return [answer.status, answer.body.error as string];
    };
    expect(await bulk({ action: "approve", ids: [] })).toEqual([400, "ids must be a list of 1 to 100 strings."]);
    expect((await bulk({ action: "approve", ids: Array<string>(101).fill("conv_1") }))[0]).toBe(400);
    expect((await bulk({ action: "pay", ids: ["conv_1"] }))[1]).toBe(
      "action must be one of approve, reject, unreject.",
    );
    expect((await bulk({ action: "reject", ids: ["conv_1"], reason: 7 }))[0]).toBe(400);
    expect((await bulk({ action: "approve", ids: Array<string>(100).fill("conv_1") }))[0]).toBe(200);
  });
});
