import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { parseId, uuidOf, type CampaignId } from "../../src/domain/ids.ts";
import { createCampaign } from "../../src/usecases/campaigns/create-campaign.ts";
import type { MerchantContext } from "../../src/usecases/context.ts";
import { acceptInvitation, acceptInvitationAsNewPerson } from "../../src/usecases/affiliates/accept-invitation.ts";
import { inviteAffiliate } from "../../src/usecases/affiliates/invite-affiliate.ts";
import { findCredentialsByEmail } from "../../src/store/people/users.ts";
import { currency } from "../domain/samples.ts";
import { outcome, rounds, tally, timeout, together, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { aCampaign, aMerchant } from "../support/world.ts";
import { aStage } from "./stage.ts";

const VISITORS = 64;
const visitor = { address: "192.0.2.1", userAgent: undefined };

let app: WideApp;
beforeAll(async () => {
  app = await wideAppForFile();
});

async function invite(context: MerchantContext, campaignId: CampaignId, email: string): Promise<string> {
  const { link } = await inviteAffiliate(context, { campaignId, email });
  return link.split("/").at(-1) ?? "";
}
async function tracesOf(app: WideApp, campaignId: CampaignId): Promise<unknown> {
  const id = uuidOf(campaignId);
  const [row] = await app.db.query(sql`
    with joined as (select id from affiliations where campaign_id = ${id})
    select (select count(*)::int from joined) as affiliations,
      (select count(*)::int from events where type = 'affiliate.joined' and subject_id in (select id from joined)) as events,
      (select count(*)::int from invitations where campaign_id = ${id} and accepted_at is not null) as accepted`);
  return row;
}
const ONE_OF_EACH = { affiliations: 1, events: 1, accepted: 1 };

describe(`one invitation accepted ${VISITORS} times at once`, () => {
  test("creates one affiliation and one event for a signed-in person", { timeout }, async () => {
    const { merchant, affiliate } = await aStage(app);
    const credentials = await findCredentialsByEmail(app.db, affiliate.email);
    if (!credentials) throw new Error("The affiliate is not a user.");
    for (let round = 0; round < rounds(2); round += 1) {
      const campaignId = parseId("campaign", await aCampaign(merchant, { name: `Round ${round}` }));
      if (!campaignId) throw new Error("Not an ID.");
      const token = await invite(merchant.context, campaignId, affiliate.email);
      const results = await together(VISITORS, () =>
        outcome(acceptInvitation(app.services, token, { user: credentials.user, twin: null })),
      );
      expect(tally(results.map((result) => (typeof result === "string" ? result : "joined")))).toEqual({
        joined: 1,
        invitation_used: VISITORS - 1,
      });
      expect(await tracesOf(app, campaignId)).toEqual(ONE_OF_EACH);
    }
  });

  test("creates one person, one session, one affiliation and one event for a new person", { timeout }, async () => {
    const merchant = await aMerchant(app);
    const campaignId = parseId("campaign", await aCampaign(merchant));
    if (!campaignId) throw new Error("Not an ID.");
    const token = await invite(merchant.context, campaignId, "New@partner.example");
    const results = await together(VISITORS, (number) =>
      outcome(
        acceptInvitationAsNewPerson(
          app.services,
          { token, person: { name: `New ${number}`, password: "correct horse battery" } },
          { ...visitor, address: `192.0.2.${number}` },
        ),
      ),
    );
    const {
      joined,
      invitation_used: used = 0,
      invitation_needs_sign_in: known = 0,
      passwords_busy: busy = 0,
      ...others
    } = tally(results.map((result) => (typeof result === "string" ? result : "joined")));
    expect({ joined, late: used + known + busy, others }).toEqual({ joined: 1, late: VISITORS - 1, others: {} });
    expect(await tracesOf(app, campaignId)).toEqual(ONE_OF_EACH);
    const people = await app.db.query(sql`
      select u.email, count(s.id)::int as sessions from users u left join sessions s on s.user_id = u.id
      where u.email_folded = 'new@partner.example' group by u.id`);
    expect(people).toEqual([{ email: "New@partner.example", sessions: 1 }]);
  });
});

test(
  "the same person invited many times at once has one open link, the newest, and no request fails",
  { timeout },
  async () => {
    const { merchant, campaignId } = await aStage(app);
    for (let round = 0; round < rounds(2); round += 1) {
      const email = `wanted${round}@partner.example`;
      const tokens = await together(32, () => invite(merchant.context, campaignId, email));
      expect(new Set(tokens).size).toBe(32);
      const links = await app.db.query(sql`
      select (replaced_at is null) as open, count(*)::int as count from invitations
      where email_folded = ${email} group by 1 order by 1`);
      expect(links).toEqual([
        { open: false, count: 31 },
        { open: true, count: 1 },
      ]);
    }
  },
);

test("campaigns of one name created at once all succeed, each with its own slug", { timeout }, async () => {
  const { merchant } = await aStage(app);
  const wanted = {
    name: "Twins",
    targetUrl: "https://shop.example/",
    type: "CPA",
    visibility: "public",
    commission: { type: "percentage", partsPerMillion: 1n },
    currency: currency("EUR"),
    attributionWindowDays: 30,
    maturationDays: 7,
    maxBudgetMinor: null,
  } as const;
  const two = await together(2, () => createCampaign(merchant.context, wanted));
  expect(two.map(({ slug }) => slug).toSorted()).toEqual(["twins", "twins-2"]);
  const many = await together(48, () => createCampaign(merchant.context, wanted));
  const slugs = new Set([...two, ...many].map(({ slug }) => slug));
  expect(slugs.size).toBe(50);
});

test("none of these races deadlocks", async () => {
  expect(await app.deadlocks()).toBe(0);
});
