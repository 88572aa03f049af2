import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf, type ConversionId } from "../../src/domain/ids.ts";
import { appForFile, type TestResponse, type TestApp } from "../support/app.ts";
import { aCampaign, aConversion, anAffiliate } from "../support/world.ts";
import { aDesk, asMember, asStranger, linesOf, type Desk } from "./desk.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

const idsOf = ({ body }: TestResponse): string[] => body.conversions.map(({ id }: { id: string }) => id);

async function aWorld() {
  const desk = await aDesk(app);
  const { merchant } = desk;
  const spring = await aCampaign(merchant, { name: "Spring" });
  const summer = await aCampaign(merchant, { name: "Summer" });
  const ada = await anAffiliate(app, merchant, spring);
  const bob = await anAffiliate(app, merchant, summer);
  const track = async (campaign: string, code: string, more: object = {}): Promise<string> => {
    app.clock.forward({ seconds: 1 });
    return aConversion(merchant, campaign, { code, ...more });
  };
  return { ...desk, spring, summer, ada, bob, track };
}

describe("the list of conversions", () => {
  it("shows all campaigns, newest first, with names, flags and allowed actions", async () => {
    const { get, spring, summer, ada, bob, track } = await aWorld();
    const first = await track(spring, ada.code, { amount: 50, external_id: "A-1" });
    const second = await track(summer, bob.code);
    const listed = await get("conversions");
    expect(idsOf(listed)).toEqual([second, first]);
    expect(listed.body.pagination).toEqual({ limit: 50, offset: 0, total: 2 });
    expect(listed.body.conversions[1]).toMatchObject({
      external_id: "A-1",
      amount: 50,
      commission: 5,
      campaign_name: "Spring",
      affiliate_id: ada.affiliateId,
      affiliate_name: expect.stringContaining("Affiliate"),
      warning_signs: ["code_without_click"],
      seconds_to_convert: null,
      payout_id: null,
      actions: ["approve", "reject"],
    });
  });

  it("can be filtered by status, campaign, affiliate, external ID and combinations, with exact totals", async () => {
    const { get, send, spring, summer, ada, bob, track } = await aWorld();
    const one = await track(spring, ada.code, { external_id: "A-1" });
    const two = await track(spring, ada.code, { external_id: "A-2" });
    const three = await track(summer, bob.code, { external_id: "a-1" });
    await send("POST", `conversions/${one}/approve`);
    const found = async (query: string): Promise<[string[], number]> => {
      const answer = await get(`conversions?${query}`);
      return [idsOf(answer), answer.body.pagination.total as number];
    };
    expect(await found("status=approved")).toEqual([[one], 1]);
    expect(await found("status=pending")).toEqual([[three, two], 2]);
    expect(await found(`campaign_id=${spring}`)).toEqual([[two, one], 2]);
    expect(await found(`campaign_id=${spring}&status=pending`)).toEqual([[two], 1]);
    expect(await found(`affiliate_id=${ada.affiliateId}`)).toEqual([[two, one], 2]);
    expect(await found(`affiliate_id=${ada.affiliateId}&status=approved`)).toEqual([[one], 1]);
    expect(await found(`affiliate_id=${ada.affiliateId}&campaign_id=${summer}`)).toEqual([[], 0]);
    expect(await found(`external_id=A-1&affiliate_id=${ada.affiliateId}`)).toEqual([[one], 1]);
    expect(await found("external_id=A-1")).toEqual([[three, one], 2]);
    expect(await found("external_id=A-1&status=rejected")).toEqual([[], 0]);
    expect(await found("external_id=")).toEqual([[three, two, one], 3]);
    expect(await found("campaign_id=cmp_nothing")).toEqual([[], 0]);
    expect(await found("affiliate_id=aff_nothing")).toEqual([[], 0]);
  });

  it("can be filtered by dates, including the first and excluding the last, and by flags", async () => {
    const { get, spring, ada, track } = await aWorld();
    const one = await track(spring, ada.code);
    const oneAt = app.clock.now().toISOString();
    const oneAtElsewhere = app.clock.after({ hours: 2 }).toISOString().replace("Z", "+02:00");
    const two = await track(spring, ada.code);
    const twoAt = app.clock.now().toISOString();
    await app.db.query(sql`
      update conversions set warning_signs = '{fast_conversion,shared_address}' where id = ${uuidOf(one as ConversionId)}`);
    await app.db.query(sql`update conversions set warning_signs = '{}' where id = ${uuidOf(two as ConversionId)}`);
    expect(idsOf(await get(`conversions?from=${twoAt}`))).toEqual([two]);
    expect(idsOf(await get(`conversions?to=${twoAt}`))).toEqual([one]);
    expect(idsOf(await get(`conversions?from=${oneAt}&to=${twoAt}&affiliate_id=${ada.affiliateId}`))).toEqual([one]);
    expect(idsOf(await get(`conversions?from=${encodeURIComponent(oneAtElsewhere)}`))).toEqual([two, one]);
    for (const sign of ["any", "fast_conversion", "shared_address"])
      expect([sign, idsOf(await get(`conversions?warning_sign=${sign}`))]).toEqual([sign, [one]]);
    expect(idsOf(await get("conversions?warning_sign=code_without_click"))).toEqual([]);
    for (const filter of ["", "&status=pending", `&affiliate_id=${ada.affiliateId}`, `&campaign_id=${spring}`]) {
      const unflagged = await get(`conversions?warning_sign=none${filter}`);
      expect([filter, idsOf(unflagged), unflagged.body.pagination.total]).toEqual([filter, [two], 1]);
    }
    expect((await get(`conversions?warning_sign=any&affiliate_id=${ada.affiliateId}`)).body.pagination.total).toBe(1);
  });

  it("reports an invalid filter in one sentence", async () => {
    const { get } = await aDesk(app);
    const errorOf = async (query: string): Promise<[number, string]> => {
      const { status, body } = await get(`conversions?${query}`);
      return [status, body.error as string];
    };
    expect(await errorOf("status=paid")).toEqual([400, "status must be one of pending, approved, rejected."]);
    expect((await errorOf("from=yesterday"))[1]).toMatch(/^from must be an ISO 8601 time with a time zone/);
    expect((await errorOf("from=2026-03-01T00:00:00"))[0]).toBe(400);
    expect((await errorOf("warning_sign=odd"))[1]).toMatch(/^warning_sign must be one of any, /);
    expect((await errorOf("status=pending&status=approved"))[0]).toBe(400);
    expect((await errorOf("external_id=%00"))[0]).toBe(400);
    expect((await errorOf("limit=0"))[0]).toBe(400);
  });

  it("pages without gaps or repeats, even where many share one timestamp", async () => {
    const { merchant, get, spring, ada } = await aWorld();
    const made = await Promise.all(Array.from({ length: 25 }, () => aConversion(merchant, spring, { code: ada.code })));
    for (const filter of ["", `&affiliate_id=${ada.affiliateId}`, "&status=pending", "&warning_sign=any"]) {
      const seen: string[] = [];
      for (let offset = 0; offset < 30; offset += 10)
        seen.push(...idsOf(await get(`conversions?limit=10&offset=${offset}${filter}`)));
      expect(seen.toSorted()).toEqual(made.toSorted());
    }
  });
});

describe("one conversion", () => {
  it("comes with its explanation, and a history of who changed it and why", async () => {
    const desk = await aWorld();
    const { get, send, spring, ada, track, merchant } = desk;
    const id = await track(spring, ada.code, { amount: 20 });
    await send("POST", `conversions/${id}/reject`, { reason: "Returned" });
    const manager = await asMember(desk, "manager");
    await manager.send("POST", `conversions/${id}/unreject`);
    const { status, body } = await get(`conversions/${id}`);
    expect(status).toBe(200);
    expect(body.conversion).toMatchObject({ id, status: "pending", campaign_name: "Spring", rejection_reason: null });
    expect(body.explanation).toEqual({ click: null, rule: { type: "percentage", value: 10 } });
    expect(body.history).toMatchObject([
      { seq: 1, action: "track", status: "pending", actor: { kind: "key", name: "test" }, reason: null },
      {
        seq: 2,
        action: "reject",
        status: "rejected",
        actor: { kind: "user", id: merchant.userId },
        reason: "Returned",
      },
      { seq: 3, action: "unreject", status: "pending", actor: { kind: "user", name: "Ada" } },
    ]);
    expect(body.deliveries).toEqual([]);
  });

  it("is 404 for every action if it is unknown or belongs to another account", async () => {
    const { spring, ada, track } = await aWorld();
    const id = await track(spring, ada.code);
    const other = await aDesk(app);
    for (const unknown of [id, "conv_nothing", "conv%00"]) {
      expect((await other.get(`conversions/${unknown}`)).body.code).toBe("conversion_not_found");
      for (const action of ["approve", "reject", "unreject"])
        expect((await other.send("POST", `conversions/${unknown}/${action}`)).body.code).toBe("conversion_not_found");
    }
  });

  it("is approved, rejected and restored, and refused where its status does not allow it", async () => {
    const { signIn, send, get, spring, ada, track } = await aWorld();
    const id = await track(spring, ada.code);
    const act = async (action: string, body?: object): Promise<[number, string]> => {
      const answer = await send("POST", `conversions/${id}/${action}`, body);
      return [answer.status, (answer.body.conversion?.status ?? answer.body.code) as string];
    };
    expect(await act("approve")).toEqual([200, "approved"]);
    expect(await act("approve")).toEqual([400, "conversion_not_pending"]);
    expect(await act("unreject")).toEqual([400, "conversion_not_rejected"]);
    expect(await act("reject", { reason: "x".repeat(501) })).toEqual([400, "invalid_request"]);
    expect(await act("reject", { reason: null })).toEqual([200, "rejected"]);
    expect(await act("reject")).toEqual([400, "conversion_already_rejected"]);
    expect(await act("unreject")).toEqual([200, "pending"]);
    app.clock.forward({ days: 8 });
    await signIn();
    expect((await get(`conversions/${id}`)).body.conversion.actions).toEqual(["approve", "reject"]);
    expect(await act("reject")).toEqual([200, "rejected"]);
    expect((await get(`conversions/${id}`)).body.conversion.actions).toEqual([]);
    expect(await act("unreject")).toEqual([400, "outside_maturation_period"]);
  });

  it("can be changed by managers and read by viewers; strangers get 401", async () => {
    const desk = await aWorld();
    const id = await desk.track(desk.spring, desk.ada.code);
    const viewer = await asMember(desk, "viewer");
    expect((await viewer.get(`conversions/${id}`)).status).toBe(200);
    expect((await viewer.send("POST", `conversions/${id}/approve`)).body.code).toBe("role_required");
    expect((await viewer.send("POST", "conversions/bulk", { action: "approve", ids: [id] })).status).toBe(403);
    expect((await asStranger(desk).get("conversions")).status).toBe(401);
    const manager = await asMember(desk, "manager");
    expect((await manager.send("POST", `conversions/${id}/approve`)).status).toBe(200);
  });
});

describe("the CSV of conversions", () => {
  const ROWS = 1_203;
  let desk: Desk;

  beforeAll(async () => {
    desk = await aDesk(app);
    const { merchant } = desk;
    const campaign = await aCampaign(merchant);
    const { code } = await anAffiliate(app, merchant, campaign);
    const first = await aConversion(merchant, campaign, { code, external_id: "=cmd|' /C calc'!A0" });
    // Copies of the first, several per timestamp: through the API they would hit the rate limit.
    await app.db.query(sql`
      insert into conversions (id, account_id, campaign_id, affiliate_id, affiliation_id, external_id, amount_minor, currency,
        commission_minor, commission_currency, status, created_at, matures_at, seq, attributed_by, commission_type,
        commission_value, rule_currency, warning_signs)
      select gen_random_uuid(), account_id, campaign_id, affiliate_id, affiliation_id, 'copy-' || n, amount_minor, currency,
        commission_minor, commission_currency, status, created_at - (n / 7) * interval '1 second', matures_at, seq,
        attributed_by, commission_type, commission_value, rule_currency, case when n % 2 = 0 then '{}' else warning_signs end
      from conversions, generate_series(1, ${ROWS - 1}) n where id = ${uuidOf(first as ConversionId)}`);
  });

  it("contains every row once, in the order of the list, however many batches it takes", async () => {
    const lines = linesOf(await desk.get("conversions.csv"));
    expect(lines).toHaveLength(ROWS + 1);
    const ids = lines.slice(1).map((line) => line.split(",", 1)[0]);
    expect(new Set(ids).size).toBe(ROWS);
    expect(ids.slice(0, 100)).toEqual(idsOf(await desk.get("conversions?limit=100")));
  });

  it("applies the filter", async () => {
    const { body } = await desk.get("conversions?warning_sign=any&limit=1");
    expect(linesOf(await desk.get("conversions.csv?warning_sign=any"))).toHaveLength(
      (body.pagination.total as number) + 1,
    );
    expect(linesOf(await desk.get("conversions.csv?external_id=copy-7"))).toHaveLength(1 + 1 + 10 + 100);
    expect(linesOf(await desk.get("conversions.csv?status=approved"))).toHaveLength(1);
    expect((await desk.get("conversions.csv?status=paid")).status).toBe(400);
  });

  it("turns no order ID into a formula", async () => {
    const [, line] = linesOf(await desk.get("conversions.csv?external_id=%3Dcmd%7C%27%20%2FC%20calc%27%21A0"));
    expect(line).toContain(",'=cmd|' /C calc'!A0,");
  });

  it("requires a member's session", async () => {
    expect((await asStranger(desk).get("conversions.csv")).status).toBe(401);
    const other = await aDesk(app);
    const answer = await other.browser.send("GET", `/api/dashboard/${desk.merchant.accountId}/conversions.csv`);
    expect([answer.status, answer.body.code]).toEqual([404, "account_not_found"]);
  });
});
