import sql from "sql-template-tag";
import { beforeAll, expect, it } from "vitest";
import { parseId, uuidOf, type AffiliateId, type CampaignId, type GroupId } from "../../src/domain/ids.ts";
import { AppError } from "../../src/domain/errors.ts";
import { updateCampaign } from "../../src/usecases/campaigns/update-campaign.ts";
import { createGroup, deleteGroup, moveAffiliates, updateGroup } from "../../src/usecases/plans/groups.ts";
import { setAffiliatePlan } from "../../src/usecases/plans/overrides.ts";
import { rounds, timeout, wideAppForFile, type WideApp } from "../support/parallel.ts";
import { aShop, type Shop } from "../support/shop.ts";
import { anAffiliate } from "../support/world.ts";

let app: WideApp;
beforeAll(async () => {
  app = await wideAppForFile();
});

const plan = (value: number) => ({ base: { type: "percentage", value } });
function idsOf({ campaignId, affiliate }: Shop): { campaignId: CampaignId; affiliateId: AffiliateId } {
  const [campaign, person] = [parseId("campaign", campaignId), parseId("affiliate", affiliate.affiliateId)];
  if (!campaign || !person) throw new Error("No IDs.");
  return { campaignId: campaign, affiliateId: person };
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, number) => number);

it(
  "gives every one of 32 parallel plans its own version, and the highest one is current",
  async () => {
    const shop = await aShop(app);
    const { campaignId, affiliateId } = idsOf(shop);
    const { context } = shop.merchant;
    const { group } = await createGroup(context, { campaignId, name: "VIP" });
    await Promise.all(
      upTo(32).flatMap((number) => [
        updateCampaign(context, { id: campaignId, plan: plan(number + 11), change: () => ({}) }),
        ...(number % 4 === 0
          ? [
              setAffiliatePlan(context, { which: { campaignId, affiliateId }, plan: plan(number + 50) }),
              updateGroup(context, { campaignId, id: group.id, plan: plan(number + 50) }),
            ]
          : []),
      ]),
    );
    const rows = await app.db.query<{ version: number; source: string; current: boolean; value: string }>(sql`
      select version, source, body #>> '{base,value}' as value,
        id in (select plan_id from campaigns union all select plan_id from groups
          union all select override_plan_id from affiliations) as current
      from plans where campaign_id = ${uuidOf(campaignId)} order by version`);
    expect(rows.map(({ version }) => version)).toEqual(upTo(1 + 32 + 8 + 8));
    for (const source of ["campaign", "group", "override"]) {
      const own = rows.filter((row) => row.source === source);
      expect(own.filter(({ current }) => current)).toEqual([own.at(-1)]);
    }
    const { body } = await shop.merchant.call("GET", `/v1/campaigns/${campaignId}`);
    const last = rows.findLast(({ source }) => source === "campaign");
    expect(body.campaign).toMatchObject({
      plan_version: last?.version,
      plan: plan(Number(last?.value)),
      commission_value: Number(last?.value),
    });
  },
  timeout,
);

it(
  "a group that is deleted while affiliates move into it keeps none of them",
  async () => {
    const shop = await aShop(app);
    const { campaignId, affiliateId } = idsOf(shop);
    const other = idsOf({ ...shop, affiliate: await anAffiliate(app, shop.merchant, campaignId) }).affiliateId;
    const { context } = shop.merchant;
    for (const round of upTo(rounds(10))) {
      const { group } = await createGroup(context, { campaignId, name: `Group ${round}`, plan: plan(20) });
      const move = (groupId: GroupId | null) =>
        moveAffiliates(context, { campaignId, groupId, affiliateIds: [other, affiliateId] });
      const outcomes = await Promise.allSettled([
        ...upTo(6).map((number) => move(number % 3 === 0 ? null : group.id)),
        deleteGroup(context, { campaignId, id: group.id }),
        ...upTo(6).map(() => move(group.id)),
      ]);
      const refusals = outcomes.flatMap((outcome) =>
        outcome.status === "rejected" ? [outcome.reason as unknown] : [],
      );
      expect(refusals.filter((error) => !(error instanceof AppError && error.code === "group_not_found"))).toEqual([]);
      const members = await app.db.query(sql`
        select id from affiliations where campaign_id = ${uuidOf(campaignId)} and group_id is not null`);
      expect(members).toEqual([]);
    }
  },
  timeout,
);

it(
  "parallel requests create one group of a name",
  async () => {
    const shop = await aShop(app);
    const { campaignId } = idsOf(shop);
    const made = await Promise.allSettled(
      upTo(16).map(() => createGroup(shop.merchant.context, { campaignId, name: "VIP" })),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  },
  timeout,
);

it("none of these races deadlocks", async () => {
  expect(await app.deadlocks()).toBe(0);
});
