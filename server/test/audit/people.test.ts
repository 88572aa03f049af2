import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uuidOf, type AccountId } from "../../src/domain/ids.ts";
import { aDesk, asMember, type Desk } from "../dashboard/desk.ts";
import { aPostedShop, linkIn } from "../mail/post.ts";
import { Browser, PASSWORD } from "../people/browser.ts";
import { confirm, Device, renew, setUp, turnedOn, turnOff } from "../people/device.ts";
import { dumpOf } from "../portal/dump.ts";
import { aPortalShop } from "../portal/portal.ts";
import { appForFile, type TestApp, newDayForEachTest } from "../support/app.ts";
import { expectFailure } from "../support/shop.ts";

let app: TestApp;
/** The start of the current test. */
let since: Date;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});
newDayForEachTest(() => app);
beforeEach(() => {
  since = app.clock.now();
});

const NEW_PASSWORD = "a brand new battery";

interface Entry {
  account_id: string;
  action: string;
  actor: string;
  subject_id: string;
  before: unknown;
  after: unknown;
  address: string | null;
}

/** Entries of all accounts since then about sign-in security. */
const entriesOf = ({ db }: TestApp, from = since): Promise<Entry[]> =>
  db.query<Entry>(sql`
    select e.account_id, e.action, e.actor, e.subject_id, e.before, e.after, o.address
    from audit_entries e left join audit_origins o on o.entry_id = e.id
    where e.action like 'user.%' and e.action <> 'user.signed_in' and e.at >= ${from} order by e.at, e.id`);
const actionsIn = async (app: TestApp, account: AccountId): Promise<string[]> =>
  (await entriesOf(app)).filter((entry) => entry.account_id === uuidOf(account)).map(({ action }) => action);

const changePassword = (browser: Browser, current: string) =>
  browser.send("POST", "/api/session/password", { current_password: current, new_password: NEW_PASSWORD });

/** A person with their own account who is also a member of another. */
async function inTwoAccounts(): Promise<{ desk: Desk; person: Browser; userId: string; accounts: AccountId[] }> {
  const desk = await aDesk(app);
  const { browser: person } = await asMember(desk, "viewer");
  const { body } = await person.whoAmI();
  const accounts = body.accounts.map(({ id }: { id: string }) => id);
  return { desk, person, userId: body.user.id, accounts };
}

describe("a security setting of a member", () => {
  it("is logged, at each change, in all of their accounts and in no other", async () => {
    const { desk, person, userId, accounts } = await inTwoAccounts();
    await aDesk(app);
    expect(accounts).toHaveLength(2);
    const { device, recoveryCodes } = await turnedOn(app, person);
    expect((await renew(person, device.code())).status).toBe(200);
    app.clock.forward({ seconds: 30 });
    expect((await turnOff(person, device.code())).status).toBe(200);
    app.clock.forward({ seconds: 1 });
    expect((await changePassword(person, PASSWORD)).status).toBe(200);
    const actions = [
      "user.second_factor_on",
      "user.recovery_codes_made",
      "user.second_factor_off",
      "user.password_changed",
    ];
    for (const account of accounts) expect(await actionsIn(app, account)).toEqual(actions);
    const entries = await entriesOf(app);
    expect(entries).toHaveLength(8);
    for (const entry of entries)
      expect(entry).toMatchObject({ actor: userId, before: null, after: null, address: "127.0.0.1" });
    expect(new Set(entries.map((entry) => entry.subject_id)).size).toBe(1);
    const dump = await dumpOf(app);
    for (const secret of [device.secret, recoveryCodes[0] ?? "", NEW_PASSWORD])
      expect(dump.contains(secret)).toBe(false);
    const { body } = await desk.get("audit-log?action=user.second_factor_off");
    expect(body.audit_log).toMatchObject([{ actor: { id: userId }, subject: { id: userId, kind: "user" } }]);
  });

  it("is not logged when the proof is wrong or nothing was confirmed", async () => {
    const { person } = await inTwoAccounts();
    const device = new Device(app, (await setUp(person)).body.secret);
    expectFailure(await confirm(person, device.wrongCode()), [400, "wrong_second_factor"]);
    expectFailure(await changePassword(person, "wrong password"), [400, "wrong_password"]);
    expect(await entriesOf(app)).toEqual([]);
    await turnedOn(app, person);
    const known = await entriesOf(app);
    for (const act of [renew, turnOff]) {
      expectFailure(await act(person, device.wrongCode()), [400, "wrong_second_factor"]);
      expectFailure(await act(person, device.wrongCode(), "wrong password"), [400, "wrong_password"]);
    }
    expect(await entriesOf(app)).toEqual(known);
  });

  it("is logged in no account if the person is only an affiliate", async () => {
    const { portal } = await aPortalShop(app);
    await turnedOn(app, portal.browser);
    expect((await changePassword(portal.browser, PASSWORD)).status).toBe(200);
    expect(await entriesOf(app)).toEqual([]);
  });

  it("that is reset by email is logged too, as the person's own action", async () => {
    const shop = await aPostedShop();
    const browser = new Browser(shop.app);
    await browser.send("POST", "/api/session/reset", { email: shop.merchant.email });
    const [mail] = await shop.post();
    const token = linkIn(mail, "/reset/").slice("/reset/".length);
    const reset = () => browser.send("POST", `/api/session/reset/${token}`, { password: NEW_PASSWORD });
    expect((await reset()).status).toBe(200);
    expect((await reset()).status).toBe(410);
    const [entry, ...more] = await entriesOf(shop.app, new Date(0));
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ action: "user.reset", actor: expect.stringMatching(/^usr_/), address: "127.0.0.1" });
  });
});
