import { expect, test } from "vitest";
import { revokeKey } from "../../src/usecases/keys/revoke-key.ts";
import { createKey, createKeyForAccount } from "../../src/usecases/keys/create-key.ts";
import { inviteMember } from "../../src/usecases/members/invite-member.ts";
import { changePlan } from "../../src/usecases/accounts/change-plan.ts";
import { listAccounts } from "../../src/usecases/accounts/list-accounts.ts";
import { appForFile, newDayForEachTest, type Call } from "../support/app.ts";
import { kindOf, nameOf, operations } from "../support/operations.ts";
import { together } from "../support/parallel.ts";
import { aCampaign, aMerchant } from "../support/world.ts";
import { aTwin } from "../support/twins.ts";

const app = await appForFile();
newDayForEachTest(() => app);

test("the first test key creates a test account, and later ones share it", async () => {
  const merchant = await aMerchant(app);
  const keys = await together(5, (number) => createKey(merchant.context, `ci ${number}`, { test: true }));
  const accounts = new Set(keys.map(({ key }) => key.accountId));
  expect([...accounts]).toEqual([expect.not.stringMatching(merchant.accountId)]);
  for (const { key, secret } of keys) {
    expect(secret).toMatch(/^sk_test_[0-9A-Za-z]{43}$/);
    expect(key.prefix).toBe("sk_test_");
  }
});

test("a test key sees only its test account, and a live key only the live one", async () => {
  const twin = await aTwin(app);
  const [mine, theirs] = [await aCampaign(twin), await aCampaign(twin.live)];
  const listed = async (merchant: typeof twin.live) =>
    (await merchant.call("GET", "/v1/campaigns")).body.campaigns.map(({ id }: { id: string }) => id);
  expect(await listed(twin)).toEqual([mine]);
  expect(await listed(twin.live)).toEqual([theirs]);
  expect((await twin.call("GET", `/v1/campaigns/${theirs}`)).status).toBe(404);
  expect((await twin.live.call("GET", `/v1/campaigns/${mine}`)).status).toBe(404);
});

test("the clock starts at the real time and stands still", async () => {
  const twin = await aTwin(app);
  const now = app.clock.now().toISOString();
  app.clock.forward({ days: 3 });
  expect((await twin.call("GET", "/v1/test/clock")).body).toEqual({ clock: { now } });
  const campaign = await aCampaign(twin);
  expect((await twin.call("GET", `/v1/campaigns/${campaign}`)).body.campaign.created_at).toBe(now);
});

const json = { "content-type": "application/json" };
const bodies: Record<string, Call> = {
  none: {},
  empty: { body: {} },
  malformed: { raw: "{", headers: json },
  "of another type": { raw: "a=1", headers: { "content-type": "application/x-www-form-urlencoded" } },
  "too large": { raw: " ".repeat(70_000), headers: json },
};
const ofTestMode = operations.filter((operation) => kindOf(operation) === "test");

test.each(ofTestMode.map((operation) => [nameOf(operation), operation] as const))(
  "to a live key, %s looks like a path that does not exist, whatever the body",
  async (_name, { method, route }) => {
    const { live } = await aTwin(app);
    const path = route.replaceAll(/:\w+/g, "unknown");
    const seen = async (url: string, how: Call) => {
      const { status, text, headers } = await live.call(method, url, how);
      const { date: _date, "x-request-id": id, "x-ratelimit-remaining": _left, ...others } = headers;
      return { status, text: text.replace(String(id), ""), headers: others };
    };
    for (const [kind, how] of method === "GET" ? [["none", {}] as const] : Object.entries(bodies)) {
      const answer = await seen(path, how);
      expect([kind, answer.status]).toEqual([kind, 404]);
      expect([kind, answer]).toEqual([kind, await seen("/v1/test/nowhere", how)]);
      expect([kind, answer]).toEqual([kind, await seen("/v1/nowhere", how)]);
    }
  },
);

test("a revoked test key stops working, and the live key does not", async () => {
  const twin = await aTwin(app);
  const { key, secret } = await createKey(twin.context, "second");
  expect(secret).toMatch(/^sk_test_/);
  await revokeKey(twin.context, key.id);
  expect((await twin.call("GET", "/v1/campaigns", { key: secret })).status).toBe(401);
  expect((await twin.live.call("GET", "/v1/campaigns")).status).toBe(200);
});

test("the operator creates test keys, and does not see test accounts among the accounts", async () => {
  const merchant = await aMerchant(app);
  const operator = { ...app.services, operator: true as const };
  const { key, secret } = await createKeyForAccount(operator, merchant.email, { name: "ci", test: true });
  expect(secret).toMatch(/^sk_test_/);
  const more = await createKeyForAccount(operator, key.accountId, { name: "ci 2" });
  expect(more.secret).toMatch(/^sk_test_/);
  expect((await listAccounts(operator)).map(({ id }) => id)).not.toContain(key.accountId);
});

test("a test account has the plan of its live account", async () => {
  const twin = await aTwin(app);
  await changePlan({ ...app.services, operator: true }, twin.live.accountId, "free");
  app.clock.forward({ seconds: 10 });
  expect((await twin.call("GET", "/v1/campaigns")).body.code).toBe("plan_required");
});

test("members and the plan of a test account are those of the live account, and cannot be changed in it", async () => {
  const twin = await aTwin(app);
  const invited = inviteMember(twin.context, { email: "new@team.example", role: "viewer" });
  await expect(invited).rejects.toThrow("Members belong to the live account.");
  const operator = { ...app.services, operator: true as const };
  await expect(changePlan(operator, twin.accountId, "pro")).rejects.toThrow("the plan of its live account");
});
