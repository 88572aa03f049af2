import { beforeAll, describe, expect, it } from "vitest";
import { balanceStates } from "../../src/domain/balance.ts";
import { asMember } from "../dashboard/desk.ts";
import { money } from "../domain/samples.ts";
import { aBatch, aCounter, aPayee, later } from "../money-files/counter.ts";
import { Browser } from "../people/browser.ts";
import { ledgerFaults } from "../support/world.ts";
import { aPartner, earn, earnApproved } from "./till.ts";
import { appForFile, CsvBody, type TestApp } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});

describe("balances", () => {
  it("show everybody's balance by currency, since when they can be paid, and why others cannot", async () => {
    const counter = await aCounter(app);
    const { desk, till } = counter;
    const ready = await aPayee(counter, 1_000);
    const nowhere = await aPayee(counter, 2_000, null);
    const owing = await aPartner(till);
    const returned = await earnApproved(till, owing, 3_000);
    const paid = await aPayee(counter, 4_000);
    await earnApproved(till, ready, money(500, "JPY"));
    const maturedAt = app.clock.after({ days: 7 }).toISOString();
    await later(counter);
    await desk.send("POST", `conversions/${returned}/claw-back`, { reason: "Returned" });
    await desk.send("POST", "payouts", { affiliate_id: paid.id, currency: "EUR" });
    const waiting = await aPartner(till);
    await earnApproved(till, waiting, 5_000);
    await earn(till, waiting, 6_000);
    const pending = await aPartner(till);
    await earn(till, pending, 700);
    const { body } = await desk.get("balances");
    const rows = Object.fromEntries(
      (body.balances as Record<string, unknown>[]).map((row) => [
        `${String(row["affiliate_id"])} ${String(row["currency"])}`,
        row,
      ]),
    );
    expect(body.pagination.total).toBe(7);
    expect(rows[`${ready.id} EUR`]).toMatchObject({
      withdrawable: 10,
      payable: 10,
      withdrawable_since: maturedAt,
      state: "payable",
      payout_method: "iban",
      explanation: `10.00 EUR is ready to pay, the oldest part since ${maturedAt.slice(0, 10)}.`,
    });
    expect(rows[`${ready.id} JPY`]).toMatchObject({ withdrawable: 500, state: "payable" });
    expect(rows[`${nowhere.id} EUR`]).toMatchObject({ payable: 20, state: "no_payout_details", payout_method: null });
    expect(rows[`${owing.id} EUR`]).toMatchObject({ withdrawable: 30, owed_back: 30, payable: 0, state: "owes_more" });
    expect(rows[`${paid.id} EUR`]).toMatchObject({ in_payout: 40, withdrawable: 0, state: "in_payout" });
    const next = app.clock.after({ days: 7 }).toISOString();
    expect(rows[`${waiting.id} EUR`]).toMatchObject({
      pending: 60,
      maturing: 50,
      next_matures_at: next,
      state: "maturing",
    });
    expect(rows[`${pending.id} EUR`]).toMatchObject({ pending: 7, state: "pending" });
    const payable = await desk.get("balances?state=payable&currency=eur");
    expect(payable.body.balances.map(({ affiliate_id: id }: Record<string, unknown>) => id)).toEqual([ready.id]);
    for (const state of balanceStates) {
      const found = (await desk.get(`balances?state=${state}`)).body.balances as unknown[];
      expect(found).toEqual(Object.values(rows).filter((row) => row["state"] === state));
    }
    const days = await desk.get(`balances/maturing?affiliate_id=${waiting.id}`);
    expect(days.body.maturing).toEqual([{ day: next.slice(0, 10), currency: "EUR", amount: 50, conversions: 1 }]);
    const csv = await desk.get("balances.csv");
    expect(csv.text.trimEnd().split("\r\n")).toHaveLength(8);
  });

  it("show how long pending conversions have waited", async () => {
    const counter = await aCounter(app);
    const { desk, till } = counter;
    const ada = await aPartner(till);
    await earn(till, ada, 100);
    await later(counter, 40);
    await earn(till, ada, 200);
    await earn(till, ada, money(300, "JPY"));
    const { body } = await desk.get("balances/ageing");
    const filled = (code: string) =>
      body.ageing
        .find(({ currency }: { currency: string }) => currency === code)
        .buckets.filter(({ conversions }: { conversions: number }) => conversions > 0);
    expect(filled("EUR")).toEqual([
      { days_from: 0, days_to: 7, conversions: 1, commission: 2 },
      { days_from: 31, days_to: 60, conversions: 1, commission: 1 },
    ]);
    expect(filled("JPY")).toEqual([{ days_from: 0, days_to: 7, conversions: 1, commission: 300 }]);
  });
});

describe("a payout's page", () => {
  it("has its lines, its history, and the payee for owners only", async () => {
    const counter = await aCounter(app);
    const { desk, till } = counter;
    const ada = await aPayee(counter, 1_500);
    const returned = await earnApproved(till, ada, 500);
    await later(counter);
    await desk.send("POST", `conversions/${returned}/claw-back`, { reason: "Returned goods" });
    const made = await desk.send("POST", "payouts", { affiliate_id: ada.id, currency: "EUR" });
    expect(made.body.payout).toMatchObject({ amount: 15, earned: 20, clawed_back: 5, account_hint: "…3000" });
    const { id } = made.body.payout;
    const { body } = await desk.get(`payouts/${id}`);
    expect(body.payee).toEqual({ name: "Ada Lovelace", account: "DE89370400440532013000" });
    expect(body.history).toMatchObject([{ action: "create", status: "created", actor: { kind: "user" } }]);
    const { body: lines } = await desk.get(`payouts/${id}/lines`);
    // Two orders at the same time may be in either order; claw-backs come after them.
    const shown = lines.lines.map(({ kind, amount }: Record<string, unknown>) => [kind, amount]) as [string, number][];
    expect(shown.slice(0, 2)).toEqual(
      expect.arrayContaining([
        ["conversion", 15],
        ["conversion", 5],
      ]),
    );
    expect(shown.slice(2)).toEqual([["claw_back", -5]]);
    expect(lines.pagination.total).toBe(3);
    const csv = await desk.get(`payouts/${id}/lines.csv`);
    expect(csv.headers["content-disposition"]).toBe(`attachment; filename="payout-lines-${id}.csv"`);
    const [headings = "", ...cells] = csv.text.replace("\uFEFF", "").trimEnd().split("\r\n");
    const names = headings.split(",");
    const rows = cells.map((row) => Object.fromEntries(row.split(",").map((cell, index) => [names[index], cell])));
    expect(rows).toEqual(
      lines.lines.map((line: Record<string, string | number | null>) => ({
        ...Object.fromEntries(Object.entries(line).map(([name, value]) => [name, String(value ?? "")])),
        currency: "EUR",
      })),
    );
    expect((await desk.get("payouts/po_nothing/lines.csv")).status).toBe(404);
    const { body: debts } = await desk.get(`claw-backs?conversion_id=${returned}`);
    expect(debts.claw_backs).toMatchObject([{ amount: 5, reason: "Returned goods", payout_id: id }]);
    for (const role of ["manager", "viewer"] as const) {
      const member = await asMember(desk, role);
      const seen = await member.get(`payouts/${id}`);
      expect(seen.body.payee).toBeNull();
      expect(seen.text).not.toContain("DE89");
      expect((await member.get("payouts.csv")).text).not.toContain("DE89370400440532013000");
    }
  });

  it("is read-only for managers and viewers", async () => {
    const counter = await aCounter(app);
    const { desk, till } = counter;
    const ada = await aPayee(counter, 1_500);
    const more = await earnApproved(till, ada, 10);
    await desk.send("PUT", "payout-settings/payer", { name: "Shop", iban: "DE89370400440532013000" });
    const batch = await aBatch(counter);
    const { body } = await desk.get("payouts");
    const payout = body.payouts[0].id as string;
    const writes: [string, string, object][] = [
      ["POST", "payouts", { affiliate_id: ada.id, currency: "EUR" }],
      ["POST", "payout-batches", { currency: "EUR" }],
      ["POST", `payouts/${payout}/paid`, {}],
      ["POST", `payouts/${payout}/failed`, {}],
      ["POST", `payouts/${payout}/cancel`, {}],
      ["POST", `payout-batches/${batch}/files`, { format: "csv" }],
      ["GET", `payout-batches/${batch}/files/csv`, {}],
      ["POST", "payout-imports", new CsvBody("payout_id,status\n")],
      ["POST", "payout-imports/preview", new CsvBody("payout_id,status\n")],
      ["POST", `conversions/${more}/claw-back`, { reason: "No" }],
      ["PUT", "payout-settings/payer", { name: "Mine", iban: "DE89370400440532013000" }],
      ["DELETE", "payout-settings/payer", {}],
      ["PUT", "payout-settings/schedule", { currency: "EUR", day: 1 }],
    ];
    for (const role of ["manager", "viewer"] as const) {
      const member = await asMember(desk, role);
      for (const [method, path, sent] of writes) {
        const answer = await member.send(method, path, method === "GET" ? undefined : sent);
        expect([role, method, path, answer.status, answer.body?.code]).toEqual([
          role,
          method,
          path,
          403,
          "role_required",
        ]);
      }
      const settings = await member.get("payout-settings");
      expect(settings.body.payer).toEqual({ name: "Shop", iban: "••••3000", bic: null });
      for (const path of ["balances", "payouts", "payout-batches", "claw-backs", "payout-batches/preview?currency=EUR"])
        expect((await member.get(path)).status).toBe(200);
    }
    expect((await desk.get("payout-settings")).body.payer.iban).toBe("DE89370400440532013000");
    expect(await ledgerFaults(desk.app)).toEqual([]);
  });
});

describe("settings", () => {
  it("accept a payer with a valid IBAN, and a schedule of one day a month per currency", async () => {
    const { desk } = await aCounter();
    const wrong = await desk.send("PUT", "payout-settings/payer", { name: "Shop", iban: "DE00370400440532013000" });
    expect([wrong.status, wrong.body.code]).toEqual([400, "invalid_iban"]);
    await desk.send("PUT", "payout-settings/schedule", { currency: "eur", day: 5, minimum: 50 });
    const { body } = await desk.send("PUT", "payout-settings/schedule", { currency: "JPY", day: 28, minimum: 5_000 });
    expect(body.schedules).toEqual([
      { currency: "EUR", day: 5, minimum: 50, next_on: "2026-03-05", disabled: false },
      { currency: "JPY", day: 28, minimum: 5_000, next_on: "2026-03-28", disabled: false },
    ]);
    const ended = await desk.send("PUT", "payout-settings/schedule", { currency: "EUR", day: null });
    expect(ended.body.schedules).toHaveLength(1);
    expect((await desk.send("PUT", "payout-settings/schedule", { currency: "EUR", day: 29 })).status).toBe(400);
  });

  it("accept a payer's IBAN and BIC typed with spaces, and reject a wrong BIC", async () => {
    const { desk } = await aCounter(app);
    const iban = "de89 3704 0044 0532 0130 00";
    const saved = await desk.send("PUT", "payout-settings/payer", { name: "Shop", iban, bic: "coba de ff xxx" });
    expect(saved.body.payer).toEqual({ name: "Shop", iban: "DE89370400440532013000", bic: "COBADEFFXXX" });
    const wrong = await desk.send("PUT", "payout-settings/payer", { name: "Shop", iban, bic: "NOPE" });
    expect([wrong.status, wrong.body.error]).toEqual([400, "bic must be a BIC of 8 or 11 characters."]);
    expect((await desk.get("payout-settings")).body.payer).toEqual(saved.body.payer);
  });

  it("let a manager enable a campaign's automatic approval", async () => {
    const { desk, till } = await aCounter(app);
    const manager = await asMember(desk, "manager");
    const campaign = `campaigns/${till.campaignId}`;
    expect((await manager.get(`${campaign}/auto-approve`)).body).toEqual({ auto_approve: "never" });
    expect((await manager.send("PATCH", campaign, { auto_approve: "when_matured" })).status).toBe(200);
    expect((await desk.get(`${campaign}/auto-approve`)).body).toEqual({ auto_approve: "when_matured" });
    expect((await desk.send("PATCH", campaign, { auto_approve: "always" })).status).toBe(400);
  });

  it("save a campaign and its automatic approval together, or neither", async () => {
    const { desk, till } = await aCounter(app);
    const auto = { auto_approve: "when_matured" };
    const sent = { name: "Autumn", target_url: "https://shop.example/", type: "CPA", commission_type: "fixed" };
    const created = await desk.send("POST", "campaigns", { ...sent, commission_value: 5, ...auto });
    expect((await desk.get(`campaigns/${created.body.campaign.id}/auto-approve`)).body).toEqual(auto);
    // Refused only once the campaign is locked: the percentage is checked with the campaign's commission type.
    const campaign = `campaigns/${till.campaignId}`;
    expect((await desk.send("PATCH", campaign, { commission_value: 101, ...auto })).status).toBe(400);
    expect((await desk.get(`${campaign}/auto-approve`)).body).toEqual({ auto_approve: "never" });
  });
});

describe("the affiliate's portal", () => {
  it("shows the same amounts, lines, claw-backs and statements, and the key to verify them", async () => {
    const counter = await aCounter();
    const { desk, till } = counter;
    const ada = await aPayee(counter, 1_500);
    const returned = await earnApproved(till, ada, 500);
    await later(counter);
    await desk.send("POST", `conversions/${returned}/claw-back`, { reason: "Returned goods" });
    const { body: made } = await desk.send("POST", "payouts", { affiliate_id: ada.id, currency: "EUR" });
    await desk.send("POST", `payouts/${made.payout.id}/paid`, { reference: "R1" });
    const portal = new Browser(desk.app);
    await portal.signIn(ada.email);
    const get = (path: string) => portal.send("GET", `/api/portal/${path}`);
    const { body: balances } = await get("balances");
    expect(balances.balances).toMatchObject([{ affiliate_id: ada.id, currency: "EUR", paid: 15, state: "nothing" }]);
    const { body: payouts } = await get("payouts");
    expect(payouts.payouts).toMatchObject([{ id: made.payout.id, amount: 15, status: "paid", reference: "R1" }]);
    const { lines } = (await get(`payouts/${made.payout.id}/lines`)).body;
    expect(lines.map((line: { external_id: unknown }) => line.external_id)).toEqual([null, null, null]);
    expect((await get("claw-backs")).body.claw_backs).toMatchObject([{ amount: 5, reason: "Returned goods" }]);
    const { body: months } = await get(`statements?affiliate_id=${ada.id}`);
    expect(months.statements).toEqual([
      { affiliate_id: ada.id, currency: "EUR", month: "2026-03", complete: false, lines: 8 },
    ]);
    const question = `statements/${ada.id}/file?currency=EUR&month=2026-03`;
    const [theirs, ours] = [await get(question), await desk.get(question)];
    expect(theirs.headers["content-disposition"]).toContain(`statement-${ada.id}-EUR-2026-03.json`);
    expect(theirs.body).toEqual(ours.body);
    const keys = await portal.send("GET", "/.well-known/tributary-statements.json");
    expect(keys.body).toMatchObject({
      issuer: "http://tributary.test",
      keys: [{ public_key: theirs.body.public_key }],
    });
  });
});
