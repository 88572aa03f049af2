import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { idOf, parseId, uuidOf } from "../../src/domain/ids.ts";
import { changePlan } from "../../src/usecases/accounts/change-plan.ts";
import { approveMatured } from "../../src/usecases/conversions/approve-matured.ts";
import { createKeyForAccount } from "../../src/usecases/keys/create-key.ts";
import { revokeKeyAsOperator } from "../../src/usecases/keys/revoke-key.ts";
import { resetUser } from "../../src/usecases/people/reset-user-by-operator.ts";
import { forgetOld } from "../../src/usecases/installation/forget-old.ts";
import { aDesk, asMember, linesOf, type Desk } from "../dashboard/desk.ts";
import { aPartner, aTill, earnApproved, mature } from "../payouts/till.ts";
import { dumpOf } from "../portal/dump.ts";
import { tracked } from "../support/shop.ts";
import { aCampaign, anAffiliate, campaignBody } from "../support/world.ts";
import { PASSWORD } from "../people/browser.ts";
import { appForFile, CsvBody, type TestApp, newDayForEachTest } from "../support/app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});
newDayForEachTest(() => app);

// oxlint-disable-next-line typescript/no-explicit-any -- tests access any field of a response
const logOf = async (desk: Desk, query = ""): Promise<any[]> => {
  const { status, body, text } = await desk.get(`audit-log${query}`);
  if (status !== 200) throw new Error(text);
  return body.audit_log;
};
// oxlint-disable-next-line typescript/no-explicit-any -- see above
const actionsOf = (entries: any[]): string[] => entries.map(({ action }) => action as string);

async function aChangedCampaign(desk: Desk): Promise<string> {
  const { body } = await desk.send("POST", "campaigns", campaignBody);
  const { id } = body.campaign;
  desk.app.clock.forward({ seconds: 1 });
  await desk.send("PATCH", `campaigns/${id}`, { name: "Summer", commission_value: 12.5, max_budget: 500 });
  return id as string;
}

describe("an entry", () => {
  it("says who did what, when and from where, with the values before and after of changed fields only", async () => {
    const desk = await aDesk(app);
    const id = await aChangedCampaign(desk);
    const [changed, created] = await logOf(desk, `?subject=${id}`);
    expect(changed).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: desk.app.clock.now().toISOString(),
      actor: { kind: "user", id: desk.merchant.userId, name: expect.any(String) },
      action: "campaign.updated",
      subject: { kind: "campaign", id, name: "Summer" },
      before: { name: campaignBody.name, commission_value: 10, max_budget: null },
      after: { name: "Summer", commission_value: 12.5, max_budget: 500 },
      address: "127.0.0.1",
      user_agent: expect.any(String),
    });
    expect(created).toMatchObject({ action: "campaign.created", before: null });
    expect(created.after).toMatchObject({ name: campaignBody.name, status: "active", commission_value: 10 });
  });

  it("is not written if nothing changes", async () => {
    const desk = await aDesk(app);
    const id = await aChangedCampaign(desk);
    await desk.send("PATCH", `campaigns/${id}`, { name: "Summer" });
    await desk.send("PATCH", `campaigns/${id}`, {});
    expect(await logOf(desk, `?subject=${id}`)).toHaveLength(2);
  });

  it("names the API key, the operator at the command line, or the service when it acts automatically", async () => {
    const desk = await aDesk(app);
    const { merchant } = desk;
    const campaignId = await aCampaign(merchant, { maturation_days: 0 });
    const affiliate = await anAffiliate(app, merchant, campaignId);
    const operator = { ...app.services, operator: true as const };
    const { key } = await createKeyForAccount(operator, merchant.accountId, { name: "By hand" });
    await revokeKeyAsOperator(operator, key.id);
    await revokeKeyAsOperator(operator, key.id);
    await changePlan(operator, merchant.accountId, "free");
    await changePlan(operator, merchant.accountId, "pro");
    await changePlan(operator, merchant.accountId, "pro");
    await resetUser(operator, merchant.email);
    await app.db.query(
      sql`update campaigns set auto_approve = 'when_matured' where account_id = ${uuidOf(merchant.accountId)}`,
    );
    await tracked({ app, merchant, campaignId, affiliate }, { affiliate_code: affiliate.code });
    await app.db.query(
      sql`update conversions set warning_signs = '{}' where account_id = ${uuidOf(merchant.accountId)}`,
    );
    await approveMatured(app.services);
    const manager = await asMember(desk, "manager");
    const entries = await logOf(manager);
    const whoDid = (action: string) => entries.filter((each) => each.action === action).map(({ actor }) => actor.kind);
    expect(whoDid("campaign.created")).toEqual(["key"]);
    expect(whoDid("affiliation.joined")).toEqual(["user"]);
    expect(whoDid("account.plan_changed")).toEqual(["operator", "operator"]);
    expect(whoDid("user.reset")).toEqual(["operator"]);
    expect(whoDid("key.revoked")).toEqual(["operator"]);
    expect(whoDid("conversion.approved")).toEqual(["system"]);
    const byHand = ["key.created", "user.signed_in"];
    const placed = entries.filter(({ actor, action }) => actor.kind !== "key" && !byHand.includes(action));
    expect(placed.map(({ address }) => address).filter((address) => address !== null)).toEqual([]);
  });

  it("of a batch is one with its counts, and of bank results one per payout changed", async () => {
    const till = await aTill(app);
    const desk = await aDesk(till.app);
    const own: Desk = { ...desk, merchant: till.merchant };
    await desk.browser.signIn(till.merchant.email, till.merchant.password);
    for (let partner = 0; partner < 3; partner += 1) await earnApproved(till, await aPartner(till), 10_00);
    mature(till);
    await desk.browser.signIn(till.merchant.email, till.merchant.password);
    const path = `/api/dashboard/${own.merchant.accountId}`;
    const made = await desk.browser.send("POST", `${path}/payout-batches`, { currency: "EUR" });
    expect(made.status).toBe(200);
    const { body: paid } = await desk.browser.send("GET", `${path}/payouts`);
    const csv = ["payout_id,status", ...paid.payouts.map(({ id }: { id: string }) => `${id},paid`)].join("\n");
    expect((await desk.browser.send("POST", `${path}/payout-imports`, new CsvBody(csv))).status).toBe(200);
    const { body } = await desk.browser.send("GET", `${path}/audit-log`);
    const entries = body.audit_log as { action: string; after: Record<string, unknown> }[];
    const batches = entries.filter(({ action }) => action === "batch.created");
    expect(batches.map(({ after }) => after)).toMatchObject([{ payouts: 3, total: 30, currency: "EUR" }]);
    expect(entries.filter(({ action }) => action.startsWith("payout."))).toHaveLength(3);
  });
});

describe("the log", () => {
  it("cannot be changed or deleted", async () => {
    await aDesk(app);
    for (const change of [
      sql`update audit_entries set actor = 'operator'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries cascade`,
    ])
      await expect(app.db.query(change)).rejects.toThrow(/audit_entries is append-only/);
  });

  it("contains no secrets, bank accounts, names or addresses", async () => {
    const desk = await aDesk(app);
    const { merchant } = desk;
    const campaignId = await aCampaign(merchant);
    await anAffiliate(app, merchant, campaignId);
    const endpoint = { url: "https://93.184.215.14/hook", events: ["conversion.created"] };
    const { body: added } = await desk.send("POST", "webhook-endpoints", endpoint);
    const { body: key } = await desk.send("POST", "api-keys", { name: "Shop" });
    const iban = "DE89370400440532013000";
    await desk.send("PUT", "payout-settings/payer", { name: "Ada Lovelace", iban });
    app.clock.forward({ seconds: 1 });
    await desk.send("PUT", "payout-settings/payer", { name: "Grace Hopper", iban: "FR1420041010050500013M02606" });
    const [payer] = await logOf(desk, "?action=account.payer_set");
    expect(payer).toMatchObject({
      before: { iban: "••••3000" },
      after: { iban: "••••2606", changed: ["name", "iban"] },
    });
    const rows = await app.db.query<{ row: string }>(sql`select e::text as row from audit_entries e`);
    const whole = rows.map(({ row }) => row).join("\n");
    const secrets = [added.secret, key.secret, iban, "Ada Lovelace", "Grace Hopper", merchant.email, "partner.example"];
    expect(secrets.every((secret) => typeof secret === "string" && secret.length > 5)).toBe(true);
    expect(secrets.filter((secret) => whole.includes(secret as string))).toEqual([]);
  });

  it("can be filtered by who, what, which record and when, and pages newest first", async () => {
    const desk = await aDesk(app);
    const first = await aChangedCampaign(desk);
    desk.app.clock.forward({ hours: 1 });
    const border = desk.app.clock.now().toISOString();
    const second = await aChangedCampaign(desk);
    expect(actionsOf(await logOf(desk, "?action=campaign.updated"))).toEqual(["campaign.updated", "campaign.updated"]);
    expect((await logOf(desk, `?subject=${second}`)).map(({ subject }) => subject.id)).toEqual([second, second]);
    expect(await logOf(desk, `?from=${border}`)).toHaveLength(2);
    expect((await logOf(desk, `?to=${border}&action=campaign.created`)).map(({ subject }) => subject.id)).toEqual([
      first,
    ]);
    expect(actionsOf(await logOf(desk, "?actor=operator"))).toEqual(["account.created"]);
    expect(await logOf(desk, "?actor=nobody")).toEqual([]);
    expect(await logOf(desk, "?subject=nothing")).toEqual([]);
    const whole = await logOf(desk);
    const { body } = await desk.get("audit-log?limit=2&offset=2");
    expect(body).toEqual({ audit_log: whole.slice(2, 4), pagination: { limit: 2, offset: 2, total: whole.length } });
    const times = whole.map(({ at }) => at as string);
    expect(times).toEqual(times.toSorted().toReversed());
    expect((await desk.get("audit-log?action=campaign.eaten")).status).toBe(400);
  });

  it("offers the actors in it as filter choices", async () => {
    const desk = await aDesk(app);
    await aCampaign(desk.merchant);
    const { body } = await desk.get("audit-log/choices");
    expect(body.actors.map(({ kind }: { kind: string }) => kind)).toEqual(["key", "operator", "user"]);
    expect(body.actions).toContain("campaign.updated");
  });

  it("offers team members first, however many affiliates it contains", async () => {
    const desk = await aDesk(app);
    const { db, clock } = desk.app;
    // The ID of an old affiliate sorts before that of every member.
    const crowd = Array.from({ length: 250 }, (_, number) =>
      idOf("user", `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`),
    );
    const campaign = parseId("campaign", await aCampaign(desk.merchant));
    if (!campaign) throw new Error("No campaign.");
    await db.transaction(async (tx) => {
      await tx.query(sql`
        insert into audit_entries (id, account_id, at, actor, action, subject_kind, subject_id, before, after)
        select gen_random_uuid(), ${uuidOf(desk.merchant.accountId)}, ${clock.now()}, actor, 'campaign.updated', 'campaign',
          ${uuidOf(campaign)}, '{"name":"a"}', '{"name":"b"}' from unnest(${crowd}::text[]) actor`);
    });
    const { body } = await desk.get("audit-log/choices");
    const kinds = body.actors.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toHaveLength(200);
    expect(kinds.slice(0, 3)).toEqual(["key", "operator", "user"]);
    expect(crowd).not.toContain(body.actors[2].id);
  });

  it("is exported completely to a file in which no cell is a formula", async () => {
    const desk = await aDesk(app);
    await desk.send("POST", "api-keys", { name: "=HYPERLINK(1)" });
    await aChangedCampaign(desk);
    const file = await desk.get("audit-log.csv");
    expect(file.headers["content-type"]).toBe("text/csv; charset=utf-8");
    const lines = linesOf(file);
    expect(lines[0]).toBe(
      "at,actor_kind,actor_id,actor_name,action,subject_kind,subject_id,subject_name,before,after,address,user_agent,id",
    );
    // One line per entry except the download's own, and one for the header.
    expect(lines).toHaveLength((await logOf(desk)).length);
    expect(file.text).toContain(",'=HYPERLINK(1),");
    expect(linesOf(await desk.get("audit-log.csv?action=campaign.created"))).toHaveLength(2);
  });

  it("is for owners and managers: viewers cannot read it, its file or its filter choices", async () => {
    const desk = await aDesk(app);
    const [manager, viewer] = [await asMember(desk, "manager"), await asMember(desk, "viewer")];
    for (const path of ["audit-log", "audit-log.csv", "audit-log/choices"]) {
      expect((await manager.get(path)).status).toBe(200);
      expect((await viewer.get(path)).body).toMatchObject({ code: "role_required" });
    }
  });
});

describe("the origin of changes", () => {
  it("is deleted after 180 days, and the entries stay", async () => {
    const desk = await aDesk(app);
    await aChangedCampaign(desk);
    desk.app.clock.forward({ days: 179 });
    await forgetOld(desk.app.services);
    await desk.signIn();
    const changes = async () => (await logOf(desk)).filter(({ action }) => action !== "user.signed_in");
    const before = await changes();
    expect(before.filter(({ address }) => address !== null)).toHaveLength(2);
    desk.app.clock.forward({ days: 2 });
    await forgetOld(desk.app.services);
    await desk.signIn();
    const after = await changes();
    expect(after).toEqual(before.map((entry) => ({ ...entry, address: null, user_agent: null })));
  });

  it("is erased with the person, whose entries then name nobody", async () => {
    const desk = await aDesk(app);
    const colleague = await asMember(desk, "manager");
    const { body: who } = await colleague.browser.whoAmI();
    await aChangedCampaign(colleague);
    const campaignId = await aCampaign(desk.merchant);
    // Only an affiliate can be erased, and only if they are not the sole owner of an account.
    const invited = await desk.merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, {
      body: { email: who.user.email },
    });
    const token = String(invited.body.invite_link).split("/").at(-1);
    await colleague.browser.send("POST", `/api/portal/invitations/${token}/accept`);
    const id = parseId("user", who.user.id as string);
    if (!id) throw new Error("No user ID.");
    const somebodyElse = parseId("user", desk.merchant.userId);
    if (!somebodyElse) throw new Error("No user ID.");
    await app.db.query(sql`
      update members set user_id = ${uuidOf(somebodyElse)} where user_id = ${uuidOf(id)} and role = 'owner'`);
    const erased = await colleague.browser.send("DELETE", "/api/portal/account", { password: PASSWORD });
    expect(erased.status).toBe(200);
    const theirs = await logOf(desk, `?actor=${who.user.id}&action=campaign.updated`);
    expect(theirs).toMatchObject([{ actor: { name: "Erased" }, address: null, user_agent: null }]);
    expect((await dumpOf(desk.app)).contains(who.user.email as string)).toBe(false);
  });
});
