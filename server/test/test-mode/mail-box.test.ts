import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { idOf, parseId, uuidOf, type AccountId } from "../../src/domain/ids.ts";
import { inviteAffiliates } from "../../src/usecases/affiliates/invite-affiliates.ts";
import { forgetOld } from "../../src/usecases/installation/forget-old.ts";
import { erasePerson } from "../../src/usecases/people/erase-person.ts";
import { browseTestMails } from "../../src/usecases/test-mode/browse-mails.ts";
import { ofTestPerson } from "../../src/usecases/twins/in-twin.ts";
import { appForFile, call, newDayForEachTest } from "../support/app.ts";
import { aCampaign, worldOf, type Merchant } from "../support/world.ts";
import { advance, aTestShop, type TestShop } from "./test-world.ts";

const app = await appForFile();
newDayForEachTest(() => app);

const PASSWORD = "correct horse battery";

async function invite({ merchant, campaignId }: TestShop, emails: readonly string[]): Promise<void> {
  const id = parseId("campaign", campaignId);
  if (!id) throw new Error("Not an ID.");
  await inviteAffiliates(merchant.context, { campaignId: id, emails: [...emails] });
}

const recipients = async ({ merchant }: TestShop): Promise<string[]> => {
  const { rows } = await browseTestMails(merchant.context, { limit: 10, offset: 0 });
  return rows.map(({ to }) => to).sort((a, b) => a.localeCompare(b));
};

/** Joins a campaign, as a real or a test person, and is erased. */
async function comeAndGo(merchant: Merchant, campaignId: string, email: string): Promise<void> {
  const path = `/v1/campaigns/${campaignId}/affiliates`;
  const { body } = await merchant.call("POST", path, { body: { email } });
  const token = String(body.invite_link).split("/").at(-1);
  const person = { name: "Ada", password: PASSWORD };
  const accepted = await call(app, "POST", `${worldOf(merchant)}/api/portal/invitations/${token}/accept`, {
    body: person,
  });
  expect([accepted.status, accepted.text]).toEqual([200, accepted.text]);
  const [user] = await app.db.query<{ id: string; twin: string | null }>(sql`
    select u.id, u.twin_id as twin from users u join affiliates a on a.user_id = u.id
    where a.account_id = ${uuidOf(merchant.accountId)} and u.email = ${email}`);
  const userId = idOf("user", user?.id ?? "");
  const context = { ...app.services, userId, affiliate: true as const };
  const twin: AccountId | null = user?.twin ? idOf("account", user.twin) : null;
  await erasePerson(twin ? ofTestPerson(context, twin) : context, PASSWORD, {
    address: "192.0.2.1",
    userAgent: undefined,
  });
}

test("the erasure of a real person deletes test emails to their address in all test accounts", async () => {
  const shops = [await aTestShop(app), await aTestShop(app)] as const;
  for (const shop of shops) await invite(shop, ["Ada@partner.example", "bob@partner.example"]);
  const { live } = shops[0].merchant;
  await comeAndGo(live, await aCampaign(live), "ada@partner.example");
  for (const shop of shops) expect(await recipients(shop)).toEqual(["bob@partner.example"]);
});

test("the erasure of a test person deletes emails to them in their test account only", async () => {
  const [theirs, other] = [await aTestShop(app), await aTestShop(app)];
  for (const shop of [theirs, other]) await invite(shop, ["eve@partner.example", "bob@partner.example"]);
  await comeAndGo(theirs.merchant, theirs.campaignId, "eve@partner.example");
  expect(await recipients(theirs)).toEqual(["bob@partner.example"]);
  expect(await recipients(other)).toEqual(["bob@partner.example", "eve@partner.example"]);
});

test("emails in the box are deleted after 30 days of real time, wherever the clock stands", async () => {
  const [behind, ahead] = [await aTestShop(app), await aTestShop(app)];
  await advance(ahead.merchant, "P2Y");
  for (const shop of [behind, ahead]) await invite(shop, ["bob@partner.example"]);
  app.clock.forward({ days: 29 });
  await invite(behind, ["new@partner.example"]);
  await forgetOld(app.services);
  expect(await recipients(behind)).toEqual(["bob@partner.example", "new@partner.example"]);
  expect(await recipients(ahead)).toEqual(["bob@partner.example"]);
  app.clock.forward({ days: 2 });
  await forgetOld(app.services);
  expect(await recipients(behind)).toEqual(["new@partner.example"]);
  expect(await recipients(ahead)).toEqual([]);
});
