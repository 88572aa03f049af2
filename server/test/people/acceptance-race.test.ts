import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import { uuidOf } from "../../src/domain/ids.ts";
import { appForFile, call, MANY_CONNECTIONS, newDayForEachTest, type TestApp } from "../support/app.ts";
import { aCampaign, addressOf, aMerchant, type Merchant } from "../support/world.ts";
import { Browser, PASSWORD } from "./browser.ts";
import { eventsOf } from "./events.ts";

const tokenOf = (link: string): string => link.split("/").at(-1) ?? "";

let app: TestApp;
beforeAll(async () => {
  app = await appForFile({}, MANY_CONNECTIONS);
});
newDayForEachTest(() => app);
const affiliationsOf = ({ accountId }: Merchant) =>
  app.db.query(sql`select from affiliations where account_id = ${uuidOf(accountId)}`);

describe("one invitation accepted 64 times at once", () => {
  it("by a new person creates one user, one affiliation and one event", async () => {
    const merchant = await aMerchant(app);
    const path = `/v1/campaigns/${await aCampaign(merchant)}/affiliates`;
    const invited = await merchant.call("POST", path, { body: { email: "eve@partner.example" } });
    const url = `/api/portal/invitations/${tokenOf(invited.body.invite_link)}/accept`;
    const countUsers = async () => (await app.db.query(sql`select from users`)).length;
    const users = await countUsers();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        call(app, "POST", url, { body: { name: `Eve ${index}`, password: PASSWORD }, from: addressOf(index) }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    // A request between the winner's check and its commit finds an existing person, and says so.
    const refusals = ["invitation_used", "invitation_needs_sign_in", "passwords_busy"];
    expect(answers.filter(({ body }) => refusals.includes(body.code))).toHaveLength(63);
    expect(await affiliationsOf(merchant)).toHaveLength(1);
    expect(await countUsers()).toEqual(users + 1);
    expect(await eventsOf(merchant, "affiliate.joined")).toHaveLength(1);
  });

  it("by a signed-in person creates one affiliation and one event", async () => {
    const merchant = await aMerchant(app);
    const browser = new Browser(app);
    await browser.signIn(merchant.email, merchant.password);
    const path = `/v1/campaigns/${await aCampaign(merchant)}/affiliates`;
    const invited = await merchant.call("POST", path, { body: { email: merchant.email } });
    const url = `/api/portal/invitations/${tokenOf(invited.body.invite_link)}/accept`;
    const answers = await Promise.all(Array.from({ length: 64 }, () => browser.send("POST", url)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === "invitation_used")).toHaveLength(63);
    expect(await affiliationsOf(merchant)).toHaveLength(1);
    expect(await eventsOf(merchant, "affiliate.joined")).toHaveLength(1);
  });
});

describe("an acceptance concurrent with a new invitation of the same person", () => {
  it("never leaves an open link for somebody who is in the campaign", async () => {
    const merchant = await aMerchant(app);
    const browser = new Browser(app);
    await browser.signIn(merchant.email, merchant.password);
    for (let round = 0; round < 20; round += 1) {
      const path = `/v1/campaigns/${await aCampaign(merchant, { name: `Campaign ${round}` })}/affiliates`;
      const invited = await merchant.call("POST", path, { body: { email: merchant.email } });
      const url = `/api/portal/invitations/${tokenOf(invited.body.invite_link)}/accept`;
      const [accepted, again] = await Promise.all([
        browser.send("POST", url),
        merchant.call("POST", path, { body: { email: merchant.email } }),
      ]);
      expect([`${accepted.status} ${again.status}`]).toContain(accepted.status === 200 ? "200 400" : "410 200");
      app.clock.forward({ seconds: 60 });
    }
    const contradictions = await app.db.query(sql`
      select i.id from invitations i join affiliations n on n.campaign_id = i.campaign_id
      where i.accepted_at is null and i.replaced_at is null and i.withdrawn_at is null`);
    expect(contradictions).toEqual([]);
  });
});
