import { beforeAll, describe, expect, it } from "vitest";
import { aDesk, asMember, type Desk } from "../dashboard/desk.ts";
import { appForFile, call, type TestApp, type TestResponse } from "../support/app.ts";
import { aCampaign, anAffiliate } from "../support/world.ts";
import { twinOf } from "../support/twins.ts";
import { createKey } from "../../src/usecases/keys/create-key.ts";

let app: TestApp;
let desk: Desk;
let twin: string;
let affiliate: { id: string; email: string };

const IBAN = "DE89370400440532013000";

beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
  desk = await aDesk(app);
  const { key, secret } = await createKey(desk.merchant.context, "ci", { test: true });
  const merchant = await twinOf(app, desk.merchant, { accountId: key.accountId, secret });
  twin = key.accountId;
  const campaign_id = await aCampaign(merchant);
  affiliate = (await merchant.call("POST", "/v1/test/affiliates", { body: { campaign_id } })).body.affiliate;
});

const open = (by: Desk, account: string, id: string): Promise<TestResponse> =>
  call(app, "POST", `/api/dashboard/${account}/affiliates/${id}/test-portal`, {
    headers: { "sec-fetch-site": "same-origin", cookie: by.browser.cookie ?? "" },
  });
const codeOf = ({ status, body }: TestResponse): string => `${status} ${body?.code ?? ""}`.trim();
const pairsOf = ({ headers }: TestResponse): string[] =>
  [headers["set-cookie"] ?? []].flat().map((set) => String(set).split(";", 1)[0] ?? "");

/** One browser with the member's session and the test person's, as after opening the portal. */
async function bothSessions(): Promise<Record<string, string>> {
  const opened = await open(desk, twin, affiliate.id);
  expect(opened.status).toBe(200);
  const [pair = ""] = pairsOf(opened);
  return { "sec-fetch-site": "same-origin", cookie: `${desk.browser.cookie}; ${pair}` };
}

describe("the portal of a test person", () => {
  it("opens next to the member's session, which stays untouched", async () => {
    const opened = await open(desk, twin, affiliate.id);
    expect(pairsOf(opened)).toEqual([expect.stringMatching(/^tributary_test_session=/)]);
    const headers = await bothSessions();
    const asAffiliate = (await call(app, "GET", "/test/api/session", { headers })).body;
    expect(asAffiliate).toMatchObject({ user: { email: affiliate.email }, accounts: [], test_account: { id: twin } });
    const asMerchant = (await call(app, "GET", "/api/session", { headers })).body;
    expect(asMerchant).toMatchObject({ user: { email: desk.merchant.email }, test_account: null });
    expect((await call(app, "GET", "/test/api/portal/campaigns", { headers })).body.campaigns).toHaveLength(1);
    expect(codeOf(await call(app, "GET", "/api/portal/campaigns", { headers }))).toBe("403 not_an_affiliate");
  });

  it("never reaches the dashboard, sign-in or applications", async () => {
    const headers = await bothSessions();
    const closed = [
      ["GET", `/test/api/dashboard/${twin}/campaigns`],
      ["GET", `/test/api/dashboard/${desk.merchant.accountId}/campaigns`],
      ["GET", "/test/api/session/list"],
      ["POST", "/test/api/session/signup"],
      ["POST", "/test/api/portal/applications/any"],
      ["GET", "/test/v1/campaigns"],
    ] as const;
    for (const [method, path] of closed)
      expect([path, codeOf(await call(app, method, path, { headers }))]).toEqual([path, "404 path_not_found"]);
  });

  it("counts neither session in the other's place", async () => {
    const headers = await bothSessions();
    const [member = "", test = ""] = headers["cookie"]?.split("; ") ?? [];
    const valueOf = (pair: string): string => pair.split("=").slice(1).join("=");
    const swapped = { cookie: `tributary_session=${valueOf(test)}; tributary_test_session=${valueOf(member)}` };
    for (const path of ["/api/session", "/api/portal/overview", "/test/api/session", "/test/api/portal/overview"])
      expect([path, codeOf(await call(app, "GET", path, { headers: swapped }))]).toEqual([path, "401 not_signed_in"]);
    expect(codeOf(await call(app, "GET", `/api/dashboard/${twin}/campaigns`, { headers: swapped }))).toBe(
      "401 not_signed_in",
    );
  });

  it("is for owners and managers, and for test people only", async () => {
    expect((await open(await asMember(desk, "manager"), twin, affiliate.id)).status).toBe(200);
    expect(codeOf(await open(await asMember(desk, "viewer"), twin, affiliate.id))).toBe("403 role_required");
    expect(codeOf(await open(await aDesk(app), twin, affiliate.id))).toBe("404 account_not_found");
    const campaignId = await aCampaign(desk.merchant);
    const real = await anAffiliate(app, desk.merchant, campaignId);
    expect(codeOf(await open(desk, desk.merchant.accountId, real.affiliateId))).toBe("400 test_mode_only");
    expect(codeOf(await open(desk, twin, real.affiliateId))).toBe("404 affiliate_not_found");
    expect(codeOf(await open(desk, desk.merchant.accountId, affiliate.id))).toBe("404 affiliate_not_found");
  });

  it("changes payout details without a password, which the test person does not have", async () => {
    const headers = await bothSessions();
    const body = { payout_details: { kind: "iban", iban: IBAN } };
    expect((await call(app, "PATCH", "/test/api/portal/profile", { headers, body })).status).toBe(200);
    const real = { payout_details: { kind: "iban", iban: "DE02120300000000202051" } };
    expect(codeOf(await call(app, "PATCH", "/test/api/portal/profile", { headers, body: real }))).toBe(
      "400 example_iban_only",
    );
  });

  it("ends with the member's session", async () => {
    const headers = await bothSessions();
    const left = await call(app, "DELETE", "/api/session", { headers });
    expect(pairsOf(left)).toEqual(["tributary_session=", "tributary_test_session="]);
    expect(codeOf(await call(app, "GET", "/test/api/session", { headers }))).toBe("401 not_signed_in");
    await desk.signIn();
  });
});

describe("an invitation of a test account", () => {
  it("opens in the test person's world", async () => {
    const { body: campaigns } = await call(app, "GET", `/api/dashboard/${twin}/campaigns`, {
      headers: { cookie: desk.browser.cookie ?? "" },
    });
    const invited = await desk.browser.send("POST", `/api/dashboard/${twin}/invitations`, {
      campaign_id: campaigns.campaigns[0].id,
      emails: ["ada@partner.example"],
    });
    expect([invited.status, invited.text]).toEqual([200, invited.text]);
    const { body } = await desk.browser.send("GET", `/api/dashboard/${twin}/test-mails`);
    const texts = (body.test_mails as { text: string }[]).map(({ text }) => text).join();
    const [, token = ""] = /\/invite\/([\w-]+)/.exec(texts) ?? [];
    const page = await call(app, "GET", `/invite/${token}`);
    expect([page.status, page.headers["location"]]).toEqual([302, `/test/invite/${token}`]);
    expect((await call(app, "GET", `/test/api/portal/invitations/${token}`)).status).toBe(200);
  });
});
