import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { aColleague } from "../members/team.ts";
import { appForFile, MANY_CONNECTIONS, newDayForEachTest, type TestApp, type TestResponse } from "../support/app.ts";
import { aCampaign, aMerchant, anAffiliate } from "../support/world.ts";
import { Browser } from "./browser.ts";
import { eventsOf } from "./events.ts";
import { tally } from "./tally.ts";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({}, MANY_CONNECTIONS);
});
newDayForEachTest(() => app);

type Action = "approve" | "reject" | "suspend" | "restore";

async function aWorld(visibility: "public" | "private") {
  const merchant = await aMerchant(app);
  const campaignId = await aCampaign(merchant, { visibility });
  const affiliate = await anAffiliate(app, merchant, campaignId);
  const owner = new Browser(app);
  await owner.signIn(merchant.email, merchant.password);
  const base = `/api/dashboard/${merchant.accountId}/affiliations/${affiliate.affiliationId}`;
  const act = (action: Action, browser = owner): Promise<TestResponse> => browser.send("POST", `${base}/${action}`);
  return { merchant, campaignId, affiliate, owner, act };
}

describe("an affiliate of a private campaign", () => {
  it("is approved once, with one event that has the code", async () => {
    const { merchant, act, affiliate, campaignId } = await aWorld("private");
    const answer = await act("approve");
    expect(answer.status).toBe(200);
    expect(answer.body.affiliation).toMatchObject({ status: "active", suspended: false });
    const again = await act("approve");
    expect([again.status, again.body.code]).toEqual([400, "affiliation_already_active"]);
    expect(await eventsOf(merchant, "affiliate.approved")).toEqual([
      {
        affiliation_id: affiliate.affiliationId,
        affiliate_id: affiliate.affiliateId,
        campaign_id: campaignId,
        affiliate_email: affiliate.email,
        affiliate_name: expect.any(String),
        status: "active",
        affiliate_code: affiliate.code,
        approved_at: app.clock.now().toISOString(),
      },
    ]);
  });

  it("may be rejected and approved later", async () => {
    const { act } = await aWorld("private");
    expect((await act("reject")).body.affiliation).toMatchObject({ status: "rejected", suspended: false });
    expect((await act("reject")).body.code).toBe("affiliation_not_waiting");
    expect((await act("approve")).body.affiliation).toMatchObject({ status: "active" });
  });

  it("is approved by one of 20 concurrent requests, with one event", async () => {
    const { merchant, act } = await aWorld("private");
    const answers = await Promise.all(Array.from({ length: 20 }, () => act("approve")));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 400: 19 });
    expect(await eventsOf(merchant, "affiliate.approved")).toHaveLength(1);
  });
});

describe("an active affiliate", () => {
  it("is suspended and restored without an event, and shown as rejected with a mark meanwhile", async () => {
    const { merchant, act } = await aWorld("public");
    expect((await act("restore")).body.code).toBe("affiliation_not_suspended");
    expect((await act("suspend")).body.affiliation).toMatchObject({ status: "rejected", suspended: true });
    expect((await act("suspend")).body.code).toBe("affiliation_not_active");
    expect((await act("approve")).body.code).toBe("affiliation_suspended");
    expect((await act("restore")).body.affiliation).toMatchObject({ status: "active", suspended: false });
    expect(await eventsOf(merchant, "affiliate.approved")).toEqual([]);
  });

  it("is 404 for every action once removed", async () => {
    const { act, merchant, campaignId, affiliate } = await aWorld("public");
    await merchant.call("DELETE", `/v1/campaigns/${campaignId}/affiliates/${affiliate.affiliateId}`);
    for (const action of ["approve", "reject", "suspend", "restore"] as const)
      expect([action, (await act(action)).status]).toEqual([action, 404]);
  });
});

describe("access", () => {
  it("is 401 without a session", async () => {
    const { act } = await aWorld("public");
    expect((await act("suspend", new Browser(app))).status).toBe(401);
  });

  it("is the 404 of an unknown account for the owner of another account", async () => {
    const { act, affiliate } = await aWorld("public");
    const other = await aMerchant(app);
    const browser = new Browser(app);
    await browser.signIn(other.email, other.password);
    const foreign = await act("suspend", browser);
    const path = `affiliations/${affiliate.affiliationId}/suspend`;
    const unknown = await browser.send("POST", `/api/dashboard/acc_00000000000000000000000000/${path}`);
    const malformed = await browser.send("POST", `/api/dashboard/nothing/${path}`);
    expect([foreign.status, unknown.status, malformed.status]).toEqual([404, 404, 404]);
    expect({ ...foreign.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
    expect({ ...foreign.body, request_id: "" }).toEqual({ ...malformed.body, request_id: "" });
  });

  it("is 404 through another account: a foreign affiliate is like an unknown one", async () => {
    const { affiliate } = await aWorld("public");
    const other = await aMerchant(app);
    const browser = new Browser(app);
    await browser.signIn(other.email, other.password);
    const at = (id: string) => browser.send("POST", `/api/dashboard/${other.accountId}/affiliations/${id}/suspend`);
    const [foreign, unknown] = [await at(affiliate.affiliationId), await at("nothing")];
    expect([foreign.status, foreign.body.code]).toEqual([404, "affiliation_not_found"]);
    expect({ ...foreign.body, request_id: "" }).toEqual({ ...unknown.body, request_id: "" });
  });

  it("is allowed for a manager, as soon as they are one", async () => {
    const { merchant, act } = await aWorld("public");
    const { browser } = await aColleague(app, merchant, "manager");
    expect((await act("suspend", browser)).status).toBe(200);
  });

  it("is refused to a viewer, and nothing changes", async () => {
    const { merchant, act } = await aWorld("public");
    const { browser } = await aColleague(app, merchant, "viewer");
    const answer = await act("suspend", browser);
    expect([answer.status, answer.body.code]).toEqual([403, "role_required"]);
    expect(
      await app.db.query(sql`select status from affiliations where account_id = ${uuidOf(merchant.accountId)}`),
    ).toEqual([{ status: "active" }]);
  });
});
