import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { idOf, parseId, uuidOf } from "../../src/domain/ids.ts";
import type { MailKind } from "../../src/domain/mail.ts";
import { tryHoldClock } from "../../src/store/test-mode/clocks.ts";
import { inviteAffiliates } from "../../src/usecases/affiliates/invite-affiliates.ts";
import { queueMail } from "../../src/usecases/mail/queue-mail.ts";
import { setPayer } from "../../src/usecases/payouts/payer-settings.ts";
import { readPayFile, writePayFile } from "../../src/usecases/payouts/pay-file.ts";
import { openSignedStatement } from "../../src/usecases/statements/open-statement.ts";
import { browseTestMails } from "../../src/usecases/test-mode/browse-mails.ts";
import { inTwin } from "../../src/usecases/twins/in-twin.ts";
import { currency } from "../domain/samples.ts";
import { appForFile, call, newDayForEachTest } from "../support/app.ts";
import type { Merchant } from "../support/world.ts";
import { clockOf } from "../support/twins.ts";
import { aSale, aTestShop, advance } from "./test-world.ts";

const app = await appForFile({ SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "us@tributary.test" });
newDayForEachTest(() => app);

/** Somebody who has accepted an invitation of the test account. */
async function aTestPerson(merchant: Merchant, campaignId: string): Promise<{ cookie: string }> {
  const body = { email: "ada@partner.example" };
  const invited = await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body });
  const token = String(invited.body.invite_link).split("/").at(-1);
  const accepted = await call(app, "POST", `/test/api/portal/invitations/${token}/accept`, {
    body: { name: "Ada", password: "another horse battery" },
  });
  expect([accepted.status, accepted.text]).toEqual([200, accepted.text]);
  return { cookie: String(accepted.headers["set-cookie"]).split(";")[0] ?? "" };
}

/** A mail of every kind: the compiler misses none. */
const everyKind: Record<MailKind, true> = {
  invitation: true,
  approval: true,
  claim_answered: true,
  payout_reminder: true,
  password_reset: true,
  address_verification: true,
  payout_details_changed: true,
  password_changed: true,
  second_factor_changed: true,
};

test("mails of a test account, of every kind, go to its box and never to the outbox", async () => {
  const { merchant, campaignId } = await aTestShop(app);
  const campaign = parseId("campaign", campaignId);
  if (!campaign) throw new Error("Not an ID.");
  await inviteAffiliates(merchant.context, { campaignId: campaign, emails: ["ada@partner.example"] });
  const { rows } = await browseTestMails(merchant.context, { limit: 10, offset: 0 });
  expect(rows).toMatchObject([{ kind: "invitation", to: "ada@partner.example" }]);
  const kinds = Object.keys(everyKind) as MailKind[];
  for (const kind of kinds)
    await app.db.transaction((tx) =>
      queueMail(tx, merchant.context, { to: "bob@partner.example", content: { kind, subject: "Hello", text: "Hi" } }),
    );
  const { rows: all } = await browseTestMails(merchant.context, { limit: 100, offset: 0 });
  const toBob = all.filter(({ to }) => to === "bob@partner.example").map(({ kind }) => kind);
  expect(toBob.toSorted()).toEqual(kinds.toSorted());
  expect(await app.db.query(sql`select id from mails`)).toEqual([]);
  expect((await browseTestMails(merchant.live.context, { limit: 10, offset: 0 })).rows).toEqual([]);
});

test("who accepts an invitation of a test account is a test person, who cannot sign in and is nobody real", async () => {
  const { merchant, campaignId } = await aTestShop(app);
  const email = merchant.live.email;
  const invited = await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body: { email } });
  const token = String(invited.body.invite_link).split("/").at(-1);
  const person = { name: "Double", password: "another horse battery" };
  const path = `/api/portal/invitations/${token}`;
  expect((await call(app, "POST", `${path}/accept`, { body: person })).body.code).toBe("invitation_not_found");
  const accepted = await call(app, "POST", `/test${path}/accept`, { body: person });
  expect([accepted.status, accepted.text]).toEqual([200, accepted.text]);
  const signIn = (password: string) => call(app, "POST", "/api/session", { body: { email, password } });
  expect((await signIn(person.password)).status).toBe(401);
  expect((await signIn(merchant.live.password)).status).toBe(200);
  const cookie = String(accepted.headers["set-cookie"]).split(";")[0] ?? "";
  const overview = await call(app, "GET", "/test/api/portal/overview", { headers: { cookie } });
  expect(overview.status).toBe(200);
});

test("a test person can save only example payout details, and the email about it is in the test mailbox", async () => {
  const { merchant, campaignId } = await aTestShop(app);
  const { cookie } = await aTestPerson(merchant, campaignId);
  const headers = { cookie, "sec-fetch-site": "same-origin" };
  const save = (details: object) =>
    call(app, "PATCH", "/test/api/portal/profile", { headers, body: { payout_details: details } });
  const codeOf = async (details: object) => (await save(details)).body.code;
  expect(await codeOf({ kind: "iban", iban: "DE02120300000000202051" })).toBe("example_iban_only");
  for (const email of ["ada@gmail.com", "ada@example.dev", "ada@shop.example.de", "ada@latest"])
    expect([email, await codeOf({ kind: "paypal", email })]).toEqual([email, "invalid_request"]);
  for (const email of ["ada@shop.example", "ada@shop.test", "ada@example.com"])
    expect([email, (await save({ kind: "paypal", email })).status]).toEqual([email, 200]);
  const { rows } = await browseTestMails(merchant.context, { limit: 10, offset: 0 });
  expect(rows.map(({ kind }) => kind)).toContain("payout_details_changed");
  expect(await app.db.query(sql`select id from mails`)).toEqual([]);
});

test("the portal and the invitations of a test account wait while its clock moves", async () => {
  const { merchant, campaignId } = await aTestShop(app);
  const { cookie } = await aTestPerson(merchant, campaignId);
  const { body } = await merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, {
    body: { email: "eve@partner.example" },
  });
  const token = String(body.invite_link).split("/").at(-1) ?? "";
  const ended: string[] = [];
  const get = (path: string, headers: Record<string, string> = {}) =>
    call(app, "GET", path, { headers }).finally(() => ended.push(path));
  const waiting = await app.db.transaction(async (tx) => {
    // Another process moves the clock.
    expect(await tryHoldClock(tx, merchant.accountId)).toBe(true);
    const requests = [
      get("/test/api/portal/overview", { cookie }),
      get(`/test/api/portal/invitations/${token}`),
      get(`/invite/${token}`),
    ];
    // As long as they would take.
    for (let count = 0; count < 3; count += 1) await merchant.live.call("GET", "/v1/campaigns");
    expect(ended).toEqual([]);
    return { requests };
  });
  expect((await Promise.all(waiting.requests)).map(({ status }) => status)).toEqual([200, 200, 302]);
});

test("a test account takes example IBANs only, and its bank files say TEST", async () => {
  const shop = await aTestShop(app);
  const { merchant } = shop;
  const payer = (iban: string) => setPayer(merchant.context, { name: "Shop", iban });
  await expect(payer("DE02120300000000202051")).rejects.toMatchObject({ code: "example_iban_only" });
  await expect(payer("NL91 ABNA 0417 1643 00")).resolves.toBeUndefined();
  const sale = await aSale(shop);
  await merchant.call("POST", `/v1/test/conversions/${sale}/approve`);
  await advance(merchant, "P10D");
  await merchant.call("POST", "/v1/test/payouts");
  const [batch] = await app.db.query<{ id: string }>(sql`
    select id from payout_batches where account_id = ${uuidOf(merchant.accountId)}`);
  const question = { batchId: idOf("batch", batch?.id ?? ""), format: "sepa" } as const;
  const now = inTwin(merchant.context, merchant.accountId, await clockOf(app, merchant.accountId));
  await writePayFile(now, question);
  const file = await readPayFile(now, { ...question, part: 1, althoughPaid: 0, datedToday: false });
  expect(file.name).toMatch(/^TEST-bat_/);
  expect(file.content).toContain("TEST Affiliate commission");
});

test("statements of a test account are signed with a key that is only listed as a test key", async () => {
  const shop = await aTestShop(app);
  await aSale(shop);
  const affiliateId = parseId("affiliate", shop.affiliateId);
  if (!affiliateId) throw new Error("Not an ID.");
  const month = app.clock.now().toISOString().slice(0, 7);
  const question = { affiliateId, currency: currency("EUR"), month };
  const { publicKey } = await openSignedStatement(shop.merchant.context, question);
  const { body } = await call(app, "GET", "/.well-known/tributary-statements.json");
  const keysIn = (list: { public_key: string }[]) => list.map(({ public_key: key }) => key);
  expect(keysIn(body.test_keys)).toContain(publicKey);
  expect(keysIn(body.keys)).not.toContain(publicKey);
});
