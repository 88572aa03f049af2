const campaigns = "server/src/store/campaigns/campaigns.ts";

/** @type {readonly import("./index.mjs").Edit[]} */
export const budget = [
  {
    name: "budget-check-then-act",
    promise: "P3",
    breaks:
      "The budget is checked in one statement and spent in the next. Orders that arrive together all see room, and the merchant pays more than the budget.",
    changes: [
      {
        file: campaigns,
        search: "  const [row] = await tx.query<{ allowed: boolean }>(sql`\n    with campaign as (",
        replace: `  const [seen] = await tx.query<{ has_room: boolean | null }>(sql\`
    select \${own} and spent_minor + \${minor} <= max_budget_minor as has_room
    from campaigns join campaign_budgets budget on budget.campaign_id = campaigns.id
    where campaigns.account_id = \${uuidOf(campaign.accountId)} and campaigns.id = \${uuidOf(campaign.id)}\`);
  if (seen?.has_room === false) return false;
  const [row] = await tx.query<{ allowed: boolean }>(sql\`
    with campaign as (`,
      },
      {
        file: campaigns,
        search: "\n        and ${own} and budget.spent_minor + ${minor} <= campaign.max_budget_minor",
        replace: "",
      },
    ],
    tests: ["server/test/races/budget.test.ts"],
  },
  {
    name: "budget-set-beside-open-orders",
    promise: "P3",
    breaks:
      "A budget is set while orders are being recorded. What they spend is never counted against it, and the merchant pays more than the budget.",
    changes: [
      {
        file: campaigns,
        search: "  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${nameOfLock(id)}, 0))`);\n",
        replace: "",
      },
    ],
    tests: ["server/test/races/budget.test.ts"],
  },
  {
    name: "restore-ignores-the-budget",
    promise: "P3",
    breaks:
      "Restoring a rejected conversion does not use the budget. The merchant owes commissions that the budget was meant to prevent.",
    changes: [
      {
        file: "server/src/usecases/conversions/change-conversion.ts",
        search: `  if (!room) throw new AppError("budget_exceeded");`,
        replace: "  if (!room) return;",
      },
    ],
    tests: ["server/test/api/conversions-reject.test.ts"],
  },
  {
    name: "refund-by-the-present-rule",
    promise: "P3",
    breaks:
      "A rejection returns the commission by the current rule instead of the recorded one. After the commission changes, the spend stays wrong.",
    changes: [
      {
        file: "server/src/usecases/conversions/change-conversion.ts",
        search: `  if (after.status === "rejected") returnToBudget(tx, accountId, { id: campaignId, commission });`,
        replace: `  if (after.status === "rejected") {
    const present = await findCampaign(tx, accountId, campaignId);
    const refund = present ? commissionOf(present.commission, after.amount) : commission;
    returnToBudget(tx, accountId, { id: campaignId, commission: refund });
  }`,
      },
      {
        file: "server/src/usecases/conversions/change-conversion.ts",
        search: `import { AppError, orRefuse } from "../../domain/errors.ts";`,
        replace: `import { commissionOf } from "../../domain/values/commission.ts";\nimport { AppError, orRefuse } from "../../domain/errors.ts";`,
      },
    ],
    tests: ["server/test/api/conversions-reject.test.ts"],
  },
];
