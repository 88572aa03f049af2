import { beforeAll, describe, expect, it } from "vitest";
import { send } from "../connectors/inbox-world.ts";
import { aDesk, asMember, type Desk } from "../dashboard/desk.ts";
import { appForFile, type TestApp, type TestResponse } from "../support/app.ts";
import { campaignBody } from "../support/world.ts";

let app: TestApp;
let desk: Desk;
let twin: string;

beforeAll(async () => {
  app = await appForFile({ SIGNUP: "open" });
  desk = await aDesk(app);
  twin = (await desk.send("POST", "test-accounts", { name: "ci-1" })).body.test_account.id as string;
});

/** Sends requests such as `GET test-clock` about this account. */
const at =
  ({ browser }: Desk, account: string) =>
  (route: string, body?: object): Promise<TestResponse> => {
    const [method = "", path = ""] = route.split(" ");
    return browser.send(method, `/api/dashboard/${account}/${path}`, body);
  };
const codeOf = ({ status, body }: TestResponse): string => `${status} ${body?.code ?? ""}`.trim();

const read = ["GET test-clock", "GET test-mails", "GET test-accounts"];
const change: readonly (readonly [string, object?])[] = [
  ["POST test-clock", { advance: "PT1H" }],
  ["POST test-reset"],
  ["POST test-accounts", {}],
  ["PUT name", { name: "Taken over" }],
  ["POST api-keys", { name: "Taken over" }],
];

describe("test mode in the dashboard", () => {
  it("shows the members of a live account its test accounts, with their time", async () => {
    const { body } = await desk.browser.whoAmI();
    const [account] = body.accounts;
    expect(account.test_accounts).toEqual([{ id: twin, name: "ci-1", now: expect.any(String) }]);
    expect(body.test_account).toBeNull();
    for (const from of [desk.merchant.accountId, twin])
      expect((await at(desk, from)("GET test-accounts")).body.test_accounts).toMatchObject([{ id: twin }]);
  });

  it("returns 404 for another tenant's test account", async () => {
    const other = await aDesk(app);
    for (const route of read) expect(codeOf(await at(other, twin)(route))).toBe("404 account_not_found");
    for (const [route, body] of change)
      expect(codeOf(await at(other, twin)(route, body))).toBe("404 account_not_found");
    expect((await other.browser.whoAmI()).body.accounts[0].test_accounts).toEqual([]);
  });

  it("lets managers and viewers look, and only owners move the clock, reset and create", async () => {
    for (const role of ["manager", "viewer"] as const) {
      const colleague = await asMember(desk, role);
      for (const [route, body] of change)
        expect([route, codeOf(await at(colleague, twin)(route, body))]).toEqual([route, "403 role_required"]);
      expect((await at(colleague, twin)("GET test-clock")).status).toBe(200);
      // Links in emails let their reader act.
      const mails = codeOf(await at(colleague, twin)("GET test-mails"));
      expect(mails).toBe(role === "manager" ? "200" : "403 role_required");
    }
  });

  it("has the members of the live account, and changes them there only", async () => {
    const invited = { email: "new@shop.example", role: "manager" };
    const refused = await at(desk, twin)("POST member-invitations", invited);
    expect(codeOf(refused)).toBe("400 invalid_request");
    expect(refused.body.error).toBe("Members belong to the live account. Switch to it to change them.");
    expect((await at(desk, twin)("GET member-invitations")).body.member_invitations).toEqual([]);
    expect((await at(desk, twin)("GET test-mails")).body.test_mails).toEqual([]);
  });

  it("creates keys of the test account, which reach nothing live", async () => {
    const { body } = await at(desk, twin)("POST api-keys", { name: "ci" });
    expect(body.secret).toMatch(/^sk_test_/);
    const ofLive = (await desk.get("api-keys")).body.api_keys as { name: string }[];
    expect(ofLive.map(({ name }) => name)).not.toContain("ci");
    expect((await at(desk, twin)("GET api-keys")).body.api_keys).toHaveLength(1);
  });

  it("says what is due next, moves the clock and tells what happened", async () => {
    const { body: created } = await desk.send("POST", "test-accounts", {});
    const own = created.test_account.id as string;
    const started = (await at(desk, own)("GET test-clock")).body.clock;
    expect(started).toEqual({ now: created.test_account.now, next: null });
    const { body: moved } = await at(desk, own)("POST test-clock", { advance: "P7D" });
    const later = new Date(Date.parse(started.now) + 7 * 24 * 3600_000).toISOString();
    expect(moved.clock).toEqual({ now: later, steps: 0, events: [] });
    const refusals = [
      [{ to: started.now }, "400 clock_only_forward"],
      [{ advance: "P3Y" }, "400 clock_too_far"],
      [{ advance: "soon" }, "400 invalid_request"],
    ] as const;
    for (const [body, code] of refusals) expect(codeOf(await at(desk, own)("POST test-clock", body))).toBe(code);
    expect((await at(desk, own)("GET test-clock")).body.clock.now).toBe(later);
  });

  it("keeps the emails of a test account for those who may invite, one by one too", async () => {
    const { body: campaign } = await at(desk, twin)("POST campaigns", campaignBody);
    const invited = { campaign_id: campaign.campaign.id, emails: ["ada@partner.example"] };
    expect((await at(desk, twin)("POST invitations", invited)).status).toBe(200);
    const { body } = await at(desk, twin)("GET test-mails");
    expect(body.test_mails).toMatchObject([{ to: "ada@partner.example", text: expect.stringContaining("/invite/") }]);
    const [mail] = body.test_mails as { id: string }[];
    expect((await at(desk, twin)(`GET test-mails?id=${mail?.id}`)).body.test_mails).toEqual([mail]);
    const { body: second } = await desk.send("POST", "test-accounts", {});
    for (const id of [mail?.id, "none"])
      expect((await at(desk, second.test_account.id)(`GET test-mails?id=${id}`)).body.test_mails).toEqual([]);
  });

  it("empties a test account and no other", async () => {
    await desk.send("POST", "campaigns", campaignBody);
    expect((await at(desk, twin)("POST test-reset")).status).toBe(200);
    expect((await at(desk, twin)("GET campaigns")).body.campaigns).toEqual([]);
    expect((await desk.get("campaigns")).body.campaigns).toHaveLength(1);
    const { body } = await at(desk, twin)("GET audit-log");
    expect(body.audit_log.map(({ action }: { action: string }) => action)).toEqual(["account.reset"]);
  });

  it("has nothing to move or reset in a live account", async () => {
    for (const route of ["GET test-clock", "GET test-mails", "POST test-reset"])
      expect(codeOf(await at(desk, desk.merchant.accountId)(route))).toBe("400 test_mode_only");
    const moved = await desk.send("POST", "test-clock", { advance: "P1D" });
    expect(codeOf(moved)).toBe("400 test_mode_only");
  });

  it("measures the silence of a connector in real time, wherever the test clock stands", async () => {
    const shop = await aDesk(app);
    const own = (await shop.send("POST", "test-accounts", {})).body.test_account.id as string;
    const { body: created } = await at(shop, own)("POST connectors", { provider: "generic" });
    const connector = { id: created.connector.id as string, secret: created.secret as string };
    for (let hour = 0; hour < 6; hour += 1) {
      expect((await send(app, connector, { type: "something.else", hour })).status).toBe(200);
      app.clock.forward({ hours: 1 });
    }
    const seen = async () => {
      await shop.signIn();
      const { attention } = (await at(shop, own)("GET overview")).body;
      const [listed] = (await at(shop, own)("GET connectors")).body.connectors;
      const { receipts, silent_since: since } = listed;
      return [attention.connectors_silent, since !== null, receipts.waiting + receipts.done + receipts.ignored];
    };
    expect((await at(shop, own)("POST test-clock", { advance: "P60D" })).status).toBe(200);
    expect(await seen()).toEqual([0, false, 6]);
    app.clock.forward({ days: 2 });
    expect(await seen()).toEqual([1, true, 6]);
  });

  it("allows 20 test accounts", async () => {
    const crowded = await aDesk(app);
    for (let count = 0; count < 20; count += 1)
      expect((await crowded.send("POST", "test-accounts", {})).status).toBe(200);
    expect(codeOf(await crowded.send("POST", "test-accounts", {}))).toBe("400 too_many_test_accounts");
    const taken = (await aDesk(app)).send;
    await taken("POST", "test-accounts", { name: "ci" });
    expect(codeOf(await taken("POST", "test-accounts", { name: "ci" }))).toBe("400 test_account_name_taken");
  });
});
