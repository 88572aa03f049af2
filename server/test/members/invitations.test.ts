import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { aPostedShop, linkIn } from "../mail/post.ts";
import { Browser, PASSWORD } from "../people/browser.ts";
import { appForFile, call, type TestResponse, type TestApp, newDayForEachTest } from "../support/app.ts";
import { tally } from "../support/parallel.ts";
import { addressOf, aMerchant } from "../support/world.ts";
import { aColleague, codeOf, inAWeek, joinPath, newPerson, theOwner, tokenOf } from "./team.ts";

let app: TestApp;
let tests = 0;
/** The address that the current test invites. */
let email: string;
beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
});
newDayForEachTest(() => app);
beforeEach(() => {
  email = `Grace${(tests += 1)}@Shop.example`;
});

async function anOffice() {
  const merchant = await aMerchant(app);
  const owner = await theOwner(app, merchant);
  const invite = (to = email, role = "manager"): Promise<TestResponse> =>
    owner.send("POST", "member-invitations", { email: to, role });
  const link = async (to = email, role = "manager"): Promise<string> =>
    String((await invite(to, role)).body.invite_link);
  const waiting = async () =>
    (await owner.get("member-invitations")).body.member_invitations as { id: string; state: string; email: string }[];
  return { account: uuidOf(merchant.accountId), merchant, owner, invite, link, waiting };
}

const countUsers = async (): Promise<number> => (await app.db.query(sql`select from users`)).length;
const countMembers = async (account: string): Promise<number> =>
  (await app.db.query(sql`select from members where account_id = ${account}`)).length;
const look = (app: TestApp, link: string): Promise<TestResponse> => call(app, "GET", joinPath(link));
const accept = (app: TestApp, link: string, body: unknown = newPerson): Promise<TestResponse> =>
  call(app, "POST", `${joinPath(link)}/accept`, { body });

describe("inviting a member", () => {
  it("returns a link that is valid for seven days and is not stored", async () => {
    const { account, merchant, invite, owner } = await anOffice();
    const { status, body } = await invite();
    expect([status, body]).toEqual([
      200,
      {
        email,
        role: "manager",
        invite_link: expect.stringMatching(/^http:\/\/tributary\.test\/join\/[\w-]{43}$/),
        expires_at: inAWeek(app),
        mailed: false,
        not_mailed_reason: "mail_off",
      },
    ]);
    const token = tokenOf(body.invite_link);
    const stored = await app.db.query<{ text: string }>(
      sql`select i::text as text from member_invitations i where account_id = ${account}`,
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.text).not.toContain(token);
    expect(stored[0]?.text).not.toContain(Buffer.from(token).toString("hex"));
    const listed = await owner.get("member-invitations");
    expect(listed.text).not.toContain(token);
    expect(listed.body.member_invitations).toMatchObject([
      { email, role: "manager", state: "open", expires_at: inAWeek(app) },
    ]);
    expect(merchant.accountId).not.toBe("");
  });

  it("who is already a member is 400 and creates no link, in any letter case of the address", async () => {
    const { merchant, invite, waiting } = await anOffice();
    const colleague = await aColleague(app, merchant, "viewer");
    expect(codeOf(await invite(colleague.email.toUpperCase(), "owner"))).toBe("400 already_member");
    expect(codeOf(await invite(merchant.email))).toBe("400 already_member");
    expect(await waiting()).toEqual([]);
  });

  it.each([
    [{ role: "viewer" }, "email is required and must be an email address of up to 254 characters."],
    [{ email: "nobody", role: "viewer" }, "email must be an email address of up to 254 characters."],
    [{ email: "grace@shop.example" }, "role is required and must be one of owner, manager, viewer."],
    [{ email: "grace@shop.example", role: "admin" }, "role must be one of owner, manager, viewer."],
  ])("with %j is 400 and creates no link", async (body, sentence) => {
    const { owner, waiting } = await anOffice();
    const answer = await owner.send("POST", "member-invitations", body);
    expect([answer.status, answer.body.error]).toEqual([400, sentence]);
    expect(await waiting()).toEqual([]);
  });

  it("twenty times at once leaves one open link", async () => {
    const { invite } = await anOffice();
    const answers = await Promise.all(Array.from({ length: 20 }, () => invite()));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 20 });
    const looks = await Promise.all(answers.map(({ body }) => look(app, body.invite_link)));
    expect(tally(looks.map(codeOf))).toEqual({ 200: 1, "410 invitation_replaced": 19 });
  });

  it("also sends the same link by email if email is configured", async () => {
    const { desk, post, app } = await aPostedShop();
    const { body } = await desk("POST", "member-invitations", { email, role: "viewer" });
    expect(body.mailed).toBe(true);
    const [mail] = await post();
    expect(linkIn(mail, "/join/")).toBe(new URL(body.invite_link).pathname);
    expect(mail?.text).toContain("as viewer");
    expect((await accept(app, body.invite_link)).status).toBe(200);
  });
});

describe("viewing a team invitation", () => {
  it("shows the account, who invites and the role, and does not use it up", async () => {
    const { link } = await anOffice();
    const url = await link();
    for (let looks = 0; looks < 3; looks += 1) {
      const { status, body } = await look(app, url);
      expect(status).toBe(200);
      expect(body.invitation).toEqual({
        email,
        role: "manager",
        expires_at: inAWeek(app),
        account: { name: expect.stringMatching(/^Merchant/) },
        invited_by: { name: expect.stringMatching(/^Merchant/) },
      });
    }
    expect((await accept(app, url)).status).toBe(200);
  });

  it.each(["x", "a".repeat(43), "%00", "..%2f..%2fetc"])("with the token %s is 404", async (token) => {
    expect(codeOf(await look(app, `/${token}`))).toBe("404 invitation_not_found");
  });

  it("has a page whose status says whether it can be accepted, and which allows no caching or referrers", async () => {
    const { link } = await anOffice();
    const path = new URL(await link()).pathname;
    const open = await call(app, "GET", path);
    expect(open.headers).toMatchObject({ "referrer-policy": "no-referrer", "cache-control": "no-store" });
    expect([200, 503]).toContain(open.status);
    const unknown = await call(app, "GET", `/join/${"a".repeat(43)}`);
    expect([404, 503]).toContain(unknown.status);
  });
});

describe("accepting as a new person", () => {
  it("makes them a signed-in member with the invitation's role, without their own account", async () => {
    const { merchant, link } = await anOffice();
    const browser = new Browser(app);
    const answer = await browser.send("POST", `${joinPath(await link())}/accept`, newPerson);
    const account = { id: merchant.accountId, name: expect.any(String), role: "manager" };
    expect([answer.status, answer.body]).toEqual([200, { success: true, account }]);
    expect((await browser.whoAmI()).body).toMatchObject({
      user: { email, name: newPerson.name, email_verified: false },
      accounts: [account],
      affiliate: false,
      payout_details: false,
    });
  });

  it("never takes over an existing address, and does not use up the invitation", async () => {
    const { link } = await anOffice();
    const other = await aMerchant(app);
    const url = await link(other.email.toUpperCase(), "owner");
    const answer = await accept(app, url, { name: "Thief", password: "a taken-over password" });
    expect(codeOf(answer)).toBe("401 invitation_needs_sign_in");
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect((await new Browser(app).signIn(other.email, "a taken-over password")).status).toBe(401);
    const person = await theOwner(app, other);
    expect((await person.browser.send("POST", `${joinPath(url)}/accept`)).status).toBe(200);
    expect((await person.browser.whoAmI()).body.user.name).not.toBe("Thief");
  });

  it.each([
    [{}, "name and password are required for a new user."],
    [{ name: "", password: PASSWORD }, "name must be text of 1 to 120 characters."],
    [{ name: "Grace", password: "short" }, "password must be text of 8 to 200 characters."],
  ])("with %j is 400 and does not use up the invitation", async (body, sentence) => {
    const { link } = await anOffice();
    const url = await link();
    const answer = await accept(app, url, body);
    expect([answer.status, answer.body.error]).toEqual([400, sentence]);
    expect((await accept(app, url)).status).toBe(200);
  });

  it("64 times at once creates one user and one member", async () => {
    const { account, link } = await anOffice();
    const url = await link();
    const users = await countUsers();
    const acceptFrom = (from: string) => call(app, "POST", `${joinPath(url)}/accept`, { body: newPerson, from });
    const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => acceptFrom(addressOf(index))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refusals = ["invitation_used", "invitation_needs_sign_in", "passwords_busy"];
    expect(answers.filter(({ body }) => refusals.includes(body.code))).toHaveLength(63);
    expect(await countUsers()).toBe(users + 1);
    expect(await countMembers(account)).toBe(2);
  });
});

describe("accepting with a session", () => {
  it("is refused to anybody but the invited person, and does not use up the invitation", async () => {
    const { account, owner, link } = await anOffice();
    const url = await link();
    expect(codeOf(await owner.browser.send("POST", `${joinPath(url)}/accept`, newPerson))).toBe(
      "403 invitation_for_someone_else",
    );
    expect(await countMembers(account)).toBe(1);
    expect((await accept(app, url)).status).toBe(200);
  });

  it("is refused when another site sends it", async () => {
    const { link } = await anOffice();
    const other = await aMerchant(app);
    const url = await link(other.email);
    const person = await theOwner(app, other);
    const elsewhere = new Browser(app, { "sec-fetch-site": "cross-site" });
    elsewhere.cookie = person.browser.cookie;
    expect(codeOf(await elsewhere.send("POST", `${joinPath(url)}/accept`))).toBe("403 cross_site_request");
    expect((await person.browser.whoAmI()).body.accounts).toHaveLength(1);
  });
});

describe("an invalid team invitation is 410", () => {
  const answersOf = async (app: TestApp, url: string): Promise<string[]> =>
    [await look(app, url), await accept(app, url)].map(codeOf);

  it("once it was accepted", async () => {
    const { link, waiting } = await anOffice();
    const url = await link();
    await accept(app, url);
    expect(await answersOf(app, url)).toEqual(["410 invitation_used", "410 invitation_used"]);
    expect(await waiting()).toEqual([]);
  });

  it("once it is seven days old, and not a moment earlier; renewed, it works again", async () => {
    const { merchant, link } = await anOffice();
    const url = await link();
    app.clock.forward({ days: 7, ms: -1 });
    expect((await look(app, url)).status).toBe(200);
    app.clock.forward({ ms: 1 });
    expect(await answersOf(app, url)).toEqual(["410 invitation_expired", "410 invitation_expired"]);
    const owner = await theOwner(app, merchant);
    const [expired] = (await owner.get("member-invitations")).body.member_invitations;
    expect(expired).toMatchObject({ state: "expired", email });
    const renewed = await owner.send("POST", `member-invitations/${expired.id}/renew`);
    expect(renewed.body).toMatchObject({ email, role: "manager", expires_at: inAWeek(app) });
    expect((await accept(app, renewed.body.invite_link)).status).toBe(200);
    expect(codeOf(await owner.send("POST", `member-invitations/${expired.id}/renew`))).toBe("410 invitation_replaced");
  });

  it("once a newer one replaced it, and the newer one's role counts", async () => {
    const { link } = await anOffice();
    const older = await link(email, "owner");
    const newer = await link(email.toLowerCase(), "viewer");
    expect(await answersOf(app, older)).toEqual(["410 invitation_replaced", "410 invitation_replaced"]);
    expect((await accept(app, newer)).body.account.role).toBe("viewer");
  });

  it("once an owner withdrew it, even if it had expired", async () => {
    const { owner, link, waiting } = await anOffice();
    const url = await link();
    const [open] = await waiting();
    expect((await owner.send("DELETE", `member-invitations/${open?.id}`)).status).toBe(200);
    expect(await answersOf(app, url)).toEqual(["410 invitation_withdrawn", "410 invitation_withdrawn"]);
    expect(await waiting()).toEqual([]);
    expect(codeOf(await owner.send("DELETE", `member-invitations/${open?.id}`))).toBe("410 invitation_withdrawn");
  });

  it.each(["is removed", "loses the role", "leaves"])("once the owner who sent it %s", async (how) => {
    const { merchant, owner, link, waiting } = await anOffice();
    const second = await aColleague(app, merchant, "owner");
    const theirs = String((await second.send("POST", "member-invitations", { email, role: "owner" })).body.invite_link);
    const others = await link("somebody@shop.example");
    const path = `members/${second.userId}`;
    const ended = {
      "is removed": () => owner.send("DELETE", path),
      "loses the role": () => owner.send("PATCH", path, { role: "manager" }),
      leaves: () => second.leave(),
    }[how];
    expect((await ended?.())?.status).toBe(200);
    expect(await answersOf(app, theirs)).toEqual(["410 invitation_withdrawn", "410 invitation_withdrawn"]);
    expect((await waiting()).map(({ email }) => email)).toEqual(["somebody@shop.example"]);
    expect((await look(app, others)).status).toBe(200);
  });

  it("and of an acceptance and a concurrent withdrawal one wins, in every round", async () => {
    const { owner, link, waiting } = await anOffice();
    for (let round = 0; round < 20; round += 1) {
      const email = `round${round}@shop.example`;
      const url = await link(email);
      const [open] = await waiting();
      const [joined, withdrawn] = await Promise.all([
        accept(app, url),
        owner.send("DELETE", `member-invitations/${open?.id}`),
      ]);
      const wins = [codeOf(joined), codeOf(withdrawn)].join(", ");
      expect(["200, 410 invitation_used", "410 invitation_withdrawn, 200"]).toContain(wins);
      const members = await owner.get("members?limit=100");
      expect(members.text.includes(email)).toBe(joined.status === 200);
    }
  });
});
