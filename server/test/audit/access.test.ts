import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { attemptRules } from "../../src/usecases/limits/limit-attempts.ts";
import { aDesk, asMember, asStranger, type Desk } from "../dashboard/desk.ts";
import { aBatch, aCounter, aPayee } from "../money-files/counter.ts";
import { Browser, PASSWORD } from "../people/browser.ts";
import { turnedOn } from "../people/device.ts";
import { aPortalShop, joinAnother } from "../portal/portal.ts";
import { appForFile, type TestApp, newDayForEachTest } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";
import { aMerchant, type Merchant } from "../support/world.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});
newDayForEachTest(() => app);

interface Entry {
  action: string;
  actor: string;
  subject_kind: string;
  after: Record<string, unknown> | null;
  address: string | null;
}

const entriesOf = ({ db }: TestApp, { accountId }: Merchant, like: string): Promise<Entry[]> =>
  db.query<Entry>(sql`
    select e.action, e.actor, e.subject_kind, e.after, o.address
    from audit_entries e left join audit_origins o on o.entry_id = e.id
    where e.account_id = ${uuidOf(accountId)} and e.action like ${like} order by e.at, e.id`);

const downloadsOf = ({ app, merchant }: Desk): Promise<Entry[]> => entriesOf(app, merchant, "%_downloaded");

describe("a member's sign-in", () => {
  it("is in the log of each of their accounts, with its origin", async () => {
    const desk = await aDesk(app);
    const { merchant } = desk;
    const colleague = await asMember(desk, "viewer");
    const { user } = (await colleague.browser.whoAmI()).body;
    app.clock.forward({ seconds: 1 });
    expect((await new Browser(app).signIn(user.email)).status).toBe(200);
    expect(await entriesOf(app, merchant, "user.signed_in")).toMatchObject([
      { actor: merchant.userId, address: "127.0.0.1" },
      { actor: user.id, subject_kind: "user", after: null, address: "127.0.0.1" },
    ]);
    const [entry] = (await desk.get("audit-log?action=user.signed_in")).body.audit_log;
    expect(entry.subject).toEqual({ kind: "user", id: user.id, name: user.name });
  });

  it("is logged once, after the two-factor code; an affiliate's is not logged", async () => {
    const signIns = () => app.db.query(sql`select from audit_entries where action = 'user.signed_in'`);
    const { length: before } = await signIns();
    const desk = await aDesk(app);
    const { merchant } = desk;
    const { device } = await turnedOn(app, desk.browser);
    const browser = new Browser(app);
    const { token } = (await browser.signIn(merchant.email)).body.second_factor;
    expect(await entriesOf(app, merchant, "user.signed_in")).toHaveLength(1);
    expect((await browser.send("POST", "/api/session/code", { token, code: device.code() })).status).toBe(200);
    expect(await entriesOf(app, merchant, "user.signed_in")).toHaveLength(2);
    const { affiliate } = await aPortalShop(app);
    await new Browser(app).signIn(affiliate.email);
    expect(await signIns()).toHaveLength(before + 2);
  });

  it("is not logged if it fails; reaching a limit is logged once per window", async () => {
    const merchant = await aMerchant(app);
    const { signInForEmail, signInForEmailFromAddress } = attemptRules;
    const guess = (tries: number): Promise<unknown> => {
      const browser = new Browser(app);
      browser.from = `203.0.113.${Math.floor(tries / signInForEmailFromAddress.limit)}`;
      return browser.signIn(merchant.email, "wrong password");
    };
    for (let window = 0; window < 2; window += 1) {
      for (let tries = 0; tries < signInForEmail.limit; tries += 1) await guess(tries);
      expect(await entriesOf(app, merchant, "user.%")).toHaveLength(window);
      for (let tries = 0; tries < 30; tries += 1) await guess(signInForEmail.limit + tries);
      expect(await entriesOf(app, merchant, "user.%")).toHaveLength(window + 1);
      app.clock.forward({ seconds: 15 * 60 });
    }
    const [entry] = await entriesOf(app, merchant, "user.%");
    expect(entry).toMatchObject({
      action: "user.locked_out",
      actor: "system",
      after: { limit: "password" },
      address: null,
    });
  }, 60_000);

  it("with the right password and ten wrong codes is logged as such", async () => {
    const desk = await aDesk(app);
    const { merchant } = desk;
    const { device } = await turnedOn(app, desk.browser);
    app.clock.forward({ seconds: 15 * 60 });
    const thief = new Browser(app);
    const { token } = (await thief.signIn(merchant.email)).body.second_factor;
    const { limit } = attemptRules.secondFactor;
    for (let tries = 0; tries < limit + 5; tries += 1)
      await thief.send("POST", "/api/session/code", { token, code: device.wrongCode() });
    const locked = await entriesOf(app, merchant, "user.locked_out");
    expect(locked).toMatchObject([{ actor: "system", after: { limit: "second_factor" } }]);
  });
});

describe("a download", () => {
  it("of a list is logged with who, which list and from where, without the filter", async () => {
    const desk = await aDesk(app);
    const viewer = await asMember(desk, "viewer");
    const { user } = (await viewer.browser.whoAmI()).body;
    expect((await viewer.get("affiliates.csv?search=ada")).status).toBe(200);
    expect((await viewer.get("affiliates")).status).toBe(200);
    expect(await downloadsOf(desk)).toMatchObject([
      {
        action: "account.list_downloaded",
        actor: user.id,
        subject_kind: "account",
        after: { file: "affiliates.csv" },
        address: "127.0.0.1",
      },
    ]);
  });

  it("that is refused is not logged", async () => {
    const desk = await aDesk(app);
    const viewer = await asMember(desk, "viewer");
    expectFailure(await viewer.get("audit-log.csv"), [403, "role_required"]);
    expectFailure(await asStranger(desk).get("affiliates.csv"), [401, "not_signed_in"]);
    expect(await downloadsOf(desk)).toEqual([]);
  });

  it("of a payment file is logged each time, but not its creation", async () => {
    const counter = await aCounter();
    const { desk } = counter;
    await aPayee(counter, 5_000);
    const batch = await aBatch(counter);
    const written = await desk.send("POST", `payout-batches/${batch}/files`, { format: "csv" });
    expect(await downloadsOf(desk)).toEqual([]);
    const path = String(written.body.file.paths[0]);
    for (let times = 0; times < 2; times += 1) expect((await desk.browser.send("GET", path)).status).toBe(200);
    const entry = { action: "batch.file_downloaded", actor: desk.merchant.userId, subject_kind: "batch" };
    expect(await downloadsOf(desk)).toMatchObject([entry, entry]);
    const manager = await asMember(desk, "manager");
    expectFailure(await manager.browser.send("GET", path), [403, "role_required"]);
    expect(await downloadsOf(desk)).toHaveLength(2);
  });
});

describe("new payout details of an affiliate", () => {
  it("are logged for every merchant who pays them: the change and the method, without account details or origin", async () => {
    const shop = await aPortalShop(app);
    const { portal, merchant } = shop;
    const other = await aMerchant(app);
    await joinAnother(shop, other);
    const stranger = await aMerchant(app);
    const change = (payout_details: unknown, password = PASSWORD) =>
      portal.send("PATCH", "profile", { payout_details, password });
    const details = { kind: "paypal", email: "money@partner.example" };
    expectFailure(await change(details, "wrong password"), [400, "wrong_password"]);
    expect((await change(details)).status).toBe(200);
    app.clock.forward({ seconds: 1 });
    expect((await change(null)).status).toBe(200);
    expect((await change(null)).status).toBe(200);
    const { user } = (await portal.browser.whoAmI()).body;
    for (const payer of [merchant, other]) {
      const entries = await entriesOf(app, payer, "affiliate.%");
      expect(entries).toMatchObject([
        { action: "affiliate.payout_details_changed", actor: user.id, after: { method: "paypal" }, address: null },
        { action: "affiliate.payout_details_removed", actor: user.id, after: null, address: null },
      ]);
      expect(JSON.stringify(entries)).not.toContain("money@partner");
    }
    expect(await entriesOf(app, stranger, "affiliate.%")).toEqual([]);
  });
});
