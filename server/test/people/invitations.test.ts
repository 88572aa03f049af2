import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appForFile, call, type TestResponse, type TestApp, newDayForEachTest } from "../support/app.ts";
import { aCampaign, aMerchant, type Merchant } from "../support/world.ts";
import { uuidOf } from "../../src/domain/ids.ts";
import { withdrawInvitation } from "../../src/usecases/affiliates/withdraw-invitation.ts";
import { browseInvitations } from "../../src/usecases/affiliates/browse-invitations.ts";
import { inAWeek } from "../members/team.ts";
import { Browser, PASSWORD } from "./browser.ts";
import { eventsOf } from "./events.ts";

const newPerson = { name: "Eve", password: PASSWORD };

let app: TestApp;
let tests = 0;
/** The address that the current test invites. */
let email: string;
beforeAll(async () => {
  app = await appForFile();
});
newDayForEachTest(() => app);
beforeEach(() => {
  email = `Eve${(tests += 1)}@Partner.example`;
});

async function aWorld(more: Record<string, unknown> = {}) {
  const merchant = await aMerchant(app);
  const campaignId = await aCampaign(merchant, more);
  return { merchant, campaignId, account: uuidOf(merchant.accountId) };
}

async function invite(merchant: Merchant, campaignId: string, to = email): Promise<string> {
  const { body } = await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body: { email: to } });
  return String(body.invite_link).split("/").at(-1) ?? "";
}

const inviting = (merchant: Merchant, campaignId: string, to = email): Promise<TestResponse> =>
  merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body: { email: to } });

const accept = (token: string, body: unknown = newPerson): Promise<TestResponse> =>
  call(app, "POST", `/api/portal/invitations/${token}/accept`, { body });

const look = (token: string): Promise<TestResponse> => call(app, "GET", `/api/portal/invitations/${token}`);

describe("inviting", () => {
  it("returns a link that is valid for seven days and is not stored", async () => {
    const { merchant, campaignId, account } = await aWorld();
    const { status, body } = await inviting(merchant, campaignId);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: "pending_invite",
      email,
      invite_link: expect.stringMatching(/^http:\/\/tributary\.test\/invite\/[\w-]{43}$/),
      expires_at: inAWeek(app),
    });
    const token = String(body.invite_link).split("/").at(-1) ?? "";
    const stored = await app.db.query<{ text: string }>(
      sql`select invitations::text as text from invitations where account_id = ${account}`,
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]?.text).not.toContain(token);
    expect(stored[0]?.text).not.toContain(Buffer.from(token).toString("hex"));
  });

  it("into an archived campaign is 403 and creates no link", async () => {
    const { merchant, campaignId, account } = await aWorld();
    await merchant.call("DELETE", `/v1/campaigns/${campaignId}`);
    const answer = await inviting(merchant, campaignId);
    expect([answer.status, answer.body.code]).toEqual([403, "campaign_archived"]);
    expect(await app.db.query(sql`select id from invitations where account_id = ${account}`)).toEqual([]);
  });

  it("into an unknown or foreign campaign is 404", async () => {
    const { merchant, campaignId } = await aWorld();
    const other = await aMerchant(app);
    for (const answer of [await inviting(other, campaignId), await inviting(merchant, "nothing")])
      expect([answer.status, answer.body.code]).toEqual([404, "campaign_not_found"]);
  });

  it.each(["active", "pending", "rejected", "suspended"])(
    "somebody who is in the campaign as %s is 400 and leaves no link",
    async (status) => {
      const { merchant, campaignId, account } = await aWorld();
      await accept(await invite(merchant, campaignId));
      await app.db.query(sql`update affiliations set status = ${status} where account_id = ${account}`);
      const answer = await inviting(merchant, campaignId, email.toLowerCase());
      expect([answer.status, answer.body.code]).toEqual([400, "already_in_campaign"]);
      expect(
        await app.db.query(sql`select id from invitations where account_id = ${account} and accepted_at is null`),
      ).toEqual([]);
    },
  );

  it("the same person twenty times at once leaves one open link", async () => {
    const { merchant, campaignId } = await aWorld();
    const answers = await Promise.all(Array.from({ length: 20 }, () => inviting(merchant, campaignId)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const states = await Promise.all(answers.map(({ body }) => look(String(body.invite_link).split("/").at(-1) ?? "")));
    expect(states.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(states.filter(({ body }) => body.code === "invitation_replaced")).toHaveLength(19);
  });
});

describe("viewing an invitation", () => {
  it("shows who invites, to what and for how much, and does not use it up", async () => {
    const { merchant, campaignId } = await aWorld({ maturation_days: 14, visibility: "private" });
    const token = await invite(merchant, campaignId);
    for (let looks = 0; looks < 3; looks += 1) {
      const { status, body } = await look(token);
      expect(status).toBe(200);
      expect(body.invitation).toMatchObject({
        email,
        expires_at: inAWeek(app),
        campaign: {
          name: "Spring sale",
          commission_type: "percentage",
          commission_value: 10,
          currency: "EUR",
          attribution_window: 30,
          maturation_days: 14,
          needs_approval: true,
        },
      });
    }
    expect((await accept(token)).status).toBe(200);
  });

  it.each(["x", "a".repeat(43), "%00", "..%2f..%2fetc"])("with the token %s is 404", async (token) => {
    const answer = await look(token);
    expect([answer.status, answer.body.code]).toEqual([404, "invitation_not_found"]);
  });

  it("of a campaign that was archived since is 403, and so is accepting", async () => {
    const { merchant, campaignId, account } = await aWorld();
    const token = await invite(merchant, campaignId);
    await merchant.call("DELETE", `/v1/campaigns/${campaignId}`);
    for (const answer of [await look(token), await accept(token)])
      expect([answer.status, answer.body.code]).toEqual([403, "campaign_archived"]);
    expect(await app.db.query(sql`select id from affiliations where account_id = ${account}`)).toEqual([]);
    await merchant.call("PATCH", `/v1/campaigns/${campaignId}`, { body: { status: "active" } });
    expect((await accept(token)).status).toBe(200);
  });
});

describe("accepting as a new person", () => {
  it("joins, signs in, and sends one event", async () => {
    const { merchant, campaignId } = await aWorld();
    const browser = new Browser(app);
    const token = await invite(merchant, campaignId);
    const answer = await browser.send("POST", `/api/portal/invitations/${token}/accept`, newPerson);
    expect(answer.status).toBe(200);
    const { affiliation } = answer.body;
    expect(affiliation).toMatchObject({ campaign_id: campaignId, status: "active" });
    expect(affiliation.affiliate_code).toMatch(/^[2-9a-hjkmnp-z]{10}$/);
    expect(affiliation.unique_link).toBe(`http://tributary.test/r/${affiliation.affiliate_code}`);
    expect((await browser.whoAmI()).body).toMatchObject({ user: { email }, accounts: [], affiliate: true });
    expect(await eventsOf(merchant, "affiliate.joined")).toEqual([
      {
        affiliation_id: affiliation.id,
        affiliate_id: affiliation.affiliate_id,
        campaign_id: campaignId,
        affiliate_email: email,
        affiliate_name: "Eve",
        status: "active",
      },
    ]);
  });

  it("into a private campaign leaves them pending approval, and the event says so", async () => {
    const { merchant, campaignId } = await aWorld({ visibility: "private" });
    const answer = await accept(await invite(merchant, campaignId));
    expect(answer.body.affiliation.status).toBe("pending");
    expect(await eventsOf(merchant, "affiliate.joined")).toMatchObject([{ status: "pending" }]);
  });

  it("never takes over an existing address, and does not use up the invitation", async () => {
    const { merchant, campaignId } = await aWorld();
    const token = await invite(merchant, campaignId, merchant.email.toUpperCase());
    const answer = await accept(token, { name: "Thief", password: "a taken-over password" });
    expect([answer.status, answer.body.code]).toEqual([401, "invitation_needs_sign_in"]);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect((await new Browser(app).signIn(merchant.email, "a taken-over password")).status).toBe(401);
    const owner = new Browser(app);
    await owner.signIn(merchant.email, merchant.password);
    expect((await owner.send("POST", `/api/portal/invitations/${token}/accept`)).status).toBe(200);
    expect((await owner.whoAmI()).body.user.name).not.toBe("Thief");
  });

  it.each([
    [{}, "name and password are required for a new user."],
    [{ name: "Eve" }, "name and password are required for a new user."],
    [{ name: "", password: PASSWORD }, "name must be text of 1 to 120 characters."],
    [{ name: "Eve", password: "short" }, "password must be text of 8 to 200 characters."],
  ])("with %j is 400 and does not use up the invitation", async (body, sentence) => {
    const { merchant, campaignId } = await aWorld();
    const token = await invite(merchant, campaignId);
    const answer = await accept(token, body);
    expect([answer.status, answer.body.error]).toEqual([400, sentence]);
    expect((await accept(token)).status).toBe(200);
  });
});

describe("accepting with a session", () => {
  it("is refused to anybody but the invited person, and does not use up the invitation", async () => {
    const { merchant, campaignId, account } = await aWorld();
    const token = await invite(merchant, campaignId);
    const wrong = new Browser(app);
    await wrong.signIn(merchant.email, merchant.password);
    const answer = await wrong.send("POST", `/api/portal/invitations/${token}/accept`, newPerson);
    expect([answer.status, answer.body.code]).toEqual([403, "invitation_for_someone_else"]);
    expect(await app.db.query(sql`select id from affiliates where account_id = ${account}`)).toEqual([]);
    expect((await accept(token)).status).toBe(200);
  });

  it("joins a second campaign of the same merchant as the same affiliate with another code", async () => {
    const { merchant, campaignId } = await aWorld();
    const browser = new Browser(app);
    const first = await invite(merchant, campaignId);
    const one = await browser.send("POST", `/api/portal/invitations/${first}/accept`, newPerson);
    const second = await invite(merchant, await aCampaign(merchant), email.toUpperCase());
    const two = await browser.send("POST", `/api/portal/invitations/${second}/accept`);
    expect(two.status).toBe(200);
    expect(two.body.affiliation.affiliate_id).toBe(one.body.affiliation.affiliate_id);
    expect(two.body.affiliation.id).not.toBe(one.body.affiliation.id);
    expect(two.body.affiliation.affiliate_code).not.toBe(one.body.affiliation.affiliate_code);
  });
});

describe("an invalid invitation is 410", () => {
  const answersOf = async (token: string): Promise<string[]> =>
    [await look(token), await accept(token)].map(({ status, body }) => `${status} ${body.code}`);

  it("once it was accepted", async () => {
    const { merchant, campaignId } = await aWorld();
    const token = await invite(merchant, campaignId);
    await accept(token);
    expect(await answersOf(token)).toEqual(["410 invitation_used", "410 invitation_used"]);
  });

  it("once it is seven days old, and not a moment earlier", async () => {
    const { merchant, campaignId, account } = await aWorld();
    const token = await invite(merchant, campaignId);
    app.clock.forward({ days: 7, ms: -1 });
    expect((await look(token)).status).toBe(200);
    app.clock.forward({ ms: 1 });
    expect(await answersOf(token)).toEqual(["410 invitation_expired", "410 invitation_expired"]);
    expect(await app.db.query(sql`select id from affiliations where account_id = ${account}`)).toEqual([]);
  });

  it("once a newer one replaced it, in any letter case of the address", async () => {
    const { merchant, campaignId } = await aWorld();
    const older = await invite(merchant, campaignId);
    const newer = await invite(merchant, campaignId, email.toLowerCase());
    expect(await answersOf(older)).toEqual(["410 invitation_replaced", "410 invitation_replaced"]);
    expect((await accept(newer)).status).toBe(200);
  });

  it("once the merchant withdrew it, which another merchant cannot", async () => {
    const { merchant, campaignId } = await aWorld();
    const token = await invite(merchant, campaignId);
    const listed = async () => (await browseInvitations.page(merchant.context, {}, { limit: 10, offset: 0 })).rows;
    const [open] = await listed();
    if (!open) throw new Error("no invitation");
    const { id } = open.invitation;
    const other = await aMerchant(app);
    await expect(withdrawInvitation(other.context, id)).rejects.toMatchObject({ code: "invitation_not_found" });
    expect((await look(token)).status).toBe(200);
    await withdrawInvitation(merchant.context, id);
    expect(await answersOf(token)).toEqual(["410 invitation_withdrawn", "410 invitation_withdrawn"]);
    expect((await listed()).map(({ state }) => state)).toEqual(["withdrawn"]);
  });
});

describe("rejoining after a removal", () => {
  it("restores the same affiliate, affiliation and code, with a new status and time, and sends an event again", async () => {
    const { merchant, campaignId } = await aWorld();
    const browser = new Browser(app);
    const first = await invite(merchant, campaignId);
    const before = (await browser.send("POST", `/api/portal/invitations/${first}/accept`, newPerson)).body.affiliation;
    const path = `/v1/campaigns/${campaignId}/affiliates/${before.affiliate_id}`;
    expect((await merchant.call("DELETE", path)).status).toBe(200);
    expect((await merchant.call("DELETE", path)).status).toBe(404);
    await merchant.call("PATCH", `/v1/campaigns/${campaignId}`, { body: { visibility: "private" } });
    app.clock.forward({ hours: 1 });
    const second = await invite(merchant, campaignId);
    const after = (await browser.send("POST", `/api/portal/invitations/${second}/accept`)).body.affiliation;
    expect(after).toEqual({ ...before, status: "pending", joined_at: app.clock.now().toISOString() });
    expect((await eventsOf(merchant, "affiliate.joined")).map(({ status }) => status)).toEqual(["active", "pending"]);
  });
});
