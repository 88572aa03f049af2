import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { renameAccount } from "../../src/usecases/accounts/rename-account.ts";
import { appForFile, newDayForEachTest } from "../support/app.ts";
import { PUBLIC_URL } from "../support/operations.ts";
import { aShop, tracked } from "../support/shop.ts";
import { twinOf } from "../support/twins.ts";
import { aSale, aTestShop, rowsOf } from "./test-world.ts";

const app = await appForFile();
newDayForEachTest(() => app);

test("a test key reaches nothing of a live account or of another test account", async () => {
  const { merchant } = await aTestShop(app);
  for (const other of [await aShop(app), await aShop(app, {}, "test")]) {
    const conversion = await tracked(other);
    const post = (path: string, body: object = {}) => merchant.call("POST", `/v1/test/${path}`, { body });
    expect((await post("affiliates", { campaign_id: other.campaignId })).body.code).toBe("campaign_not_found");
    expect((await post("clicks", { affiliate_code: other.affiliate.code })).body.code).toBe("affiliate_code_not_found");
    expect((await post(`conversions/${conversion}/approve`)).body.code).toBe("conversion_not_found");
    const paid = await post("payouts", { affiliate_id: other.affiliate.affiliateId });
    expect(paid.body.code).toBe("affiliate_not_found");
    const set = await merchant.call("PATCH", `/v1/test/campaigns/${other.campaignId}`, {
      body: { auto_approve: "when_matured" },
    });
    expect(set.body.code).toBe("campaign_not_found");
    const removed = await merchant.call("DELETE", `/v1/test/accounts/${other.merchant.accountId}`);
    expect(removed.body.code).toBe("test_account_not_found");
    const { body: listed } = await merchant.call("GET", "/v1/test/accounts");
    expect(listed.accounts.map(({ id }: { id: string }) => id)).toEqual([merchant.accountId]);
  }
});

test("every change in test mode is in the log of the test account, and only deletions are in that of the live account", async () => {
  const shop = await aTestShop(app);
  const { merchant } = shop;
  const entries = (accountId: typeof merchant.accountId) =>
    app.db.query<{ id: string; action: string }>(sql`
      select id, action from audit_entries where account_id = ${uuidOf(accountId)} order by id`);
  const log = async (accountId: typeof merchant.accountId) => (await entries(accountId)).map(({ action }) => action);
  const live = await log(merchant.live.accountId);
  const added = async (path: string, body: object = {}, method = "POST") => {
    const known = new Set((await entries(merchant.accountId)).map(({ id }) => id));
    const { status, text } = await merchant.call(method, `/v1/test/${path}`, { body });
    expect([status, text]).toEqual([200, text]);
    return (await entries(merchant.accountId)).filter(({ id }) => !known.has(id)).map(({ action }) => action);
  };
  expect(await added("affiliates", { campaign_id: shop.campaignId })).toEqual(["affiliation.joined"]);
  expect(await added("clicks", { affiliate_code: shop.code })).toEqual([]);
  const ordered = { campaign_id: shop.campaignId, affiliate_code: shop.code, external_id: "1", amount: 100 };
  const { body } = await merchant.call("POST", "/v1/conversions", { body: ordered });
  expect(await added(`conversions/${body.conversion.id}/approve`)).toEqual(["conversion.approved"]);
  expect(await added("clock", { advance: "P7D" })).toEqual(["account.clock_advanced"]);
  expect(await added("payouts")).toEqual(["batch.created"]);
  expect(await added("receipts/stripe", { wait: 0 })).toEqual(["connector.created"]);
  expect(await added("receipts/stripe", { wait: 0 })).toEqual([]);
  const setting = { auto_approve: "never" };
  expect(await added(`campaigns/${shop.campaignId}`, setting, "PATCH")).toEqual(["campaign.updated"]);
  expect(await added("webhook-endpoints", { url: PUBLIC_URL })).toEqual(["endpoint.created"]);
  expect(await added("accounts", { name: "ci" })).toEqual(["account.created"]);
  const { body: listed } = await merchant.call("GET", "/v1/test/accounts");
  const { id: ci } = listed.accounts.find(({ name }: { name: string }) => name === "ci");
  expect(await added(`accounts/${ci}`, {}, "DELETE")).toEqual(["account.deleted"]);
  await merchant.call("POST", "/v1/test/reset");
  expect(await log(merchant.accountId)).toEqual(["account.reset"]);
  // Otherwise a reset would remove every trace.
  expect(await log(merchant.live.accountId)).toEqual([...live, "account.deleted"]);
});

test("a reset empties the test account, keeps its keys, and touches no other", async () => {
  const [shop, other, live] = [await aTestShop(app), await aShop(app, {}, "test"), await aShop(app)];
  const kept = [await tracked(other), await tracked(live)];
  const { merchant } = shop;
  const ordered = { campaign_id: shop.campaignId, affiliate_code: shop.code, external_id: "1", amount: 100 };
  const { body } = await merchant.call("POST", "/v1/conversions", { body: ordered });
  await merchant.call("POST", `/v1/test/conversions/${body.conversion.id}/approve`);
  await merchant.call("POST", "/v1/test/clock", { body: { advance: "P40D" } });
  await merchant.call("POST", "/v1/test/payouts");
  const reset = await merchant.call("POST", "/v1/test/reset");
  expect([reset.status, reset.text]).toEqual([200, reset.text]);
  expect(reset.body.clock.now).toBe(app.clock.now().toISOString());
  expect((await merchant.call("GET", "/v1/campaigns")).body.campaigns).toEqual([]);
  const again = await merchant.call("POST", "/v1/campaigns", {
    body: {
      name: "A",
      target_url: "https://a.example",
      type: "CPA",
      commission_type: "percentage",
      commission_value: 1,
    },
  });
  expect(again.status).toBe(200);
  const ids = await app.db.query<{ id: string }>(
    sql`select id from conversions where id = any(${kept.map((id) => uuidOf(id as `conv_${string}`))}::uuid[])`,
  );
  expect(ids).toHaveLength(2);
});

test("two test accounts of an account cannot have the same name, also not by renaming at once", async () => {
  const { merchant } = await aTestShop(app);
  await merchant.call("POST", "/v1/test/accounts", { body: { name: "ci-1" } });
  await expect(renameAccount(merchant.context, "ci-1")).rejects.toMatchObject({ code: "test_account_name_taken" });
  const { body } = await merchant.call("POST", "/v1/test/accounts", { body: { name: "ci-2" } });
  const others = [merchant.context, { ...merchant.context, accountId: body.account.id }];
  const renamed = await Promise.allSettled(others.map((context) => renameAccount(context, "nightly")));
  expect(renamed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(renamed.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "test_account_name_taken" },
  });
});

test("a deleted test account is gone with its keys, its name is free, and a full list has room again", async () => {
  const { merchant } = await aTestShop(app);
  const create = (name?: string) => merchant.call("POST", "/v1/test/accounts", { body: name ? { name } : {} });
  const { body: ci } = await create("ci");
  const other = await twinOf(app, merchant.live, { accountId: ci.account.id, secret: ci.api_key });
  await aSale(await aTestShop(app, {}, other));
  for (let count = 2; count < 20; count += 1) expect((await create()).status).toBe(200);
  expect((await create()).body.code).toBe("too_many_test_accounts");
  const path = `/v1/test/accounts/${ci.account.id}`;
  const deleted = await merchant.call("DELETE", path);
  expect([deleted.status, deleted.text]).toEqual([200, deleted.text]);
  expect((await other.call("GET", "/v1/campaigns")).status).toBe(401);
  expect(await rowsOf(app, uuidOf(ci.account.id))).not.toMatch(/^(?!clicks)\w+: \(/m);
  expect((await merchant.call("DELETE", path)).body.code).toBe("test_account_not_found");
  expect((await create("ci")).status).toBe(200);
});

test("outside of a reset, nothing that is append-only can be deleted, and a reset cannot delete live rows", async () => {
  const live = await aShop(app);
  await tracked(live);
  const account = uuidOf(live.merchant.accountId);
  const deleting = (setting: string) =>
    app.db.transaction(async (tx) => {
      await tx.query(sql`select set_config('tributary.resetting', ${setting}, true)`);
      await tx.query(sql`delete from transfers where account_id = ${account}`);
    });
  await expect(deleting("off")).rejects.toThrow("append-only");
  await expect(deleting("on")).rejects.toThrow("append-only");
  const [row] = await app.db.query<{ count: number }>(
    sql`select count(*)::int as count from transfers where account_id = ${account}`,
  );
  expect(row?.count).toBeGreaterThan(0);
});
