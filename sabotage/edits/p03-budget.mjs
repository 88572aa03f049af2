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
        search:
          "  const rows = await tx.query(sql`\n    update campaigns set current_spend_minor = current_spend_minor + ${minor}",
        replace: `  const [seen] = await tx.query<{ has_room: boolean }>(sql\`
    select max_budget_minor is null or (\${own} and current_spend_minor + \${minor} <= max_budget_minor) as has_room
    from campaigns where account_id = \${uuidOf(campaign.accountId)} and id = \${uuidOf(campaign.id)}\`);
  if (!seen?.has_room) return false;
  const rows = await tx.query(sql\`
    update campaigns set current_spend_minor = current_spend_minor + \${minor}`,
      },
      {
        file: campaigns,
        search:
          "\n      and (max_budget_minor is null or (${own} and current_spend_minor + ${minor} <= max_budget_minor))",
        replace: "",
      },
    ],
    tests: ["server/test/races/budget.test.ts"],
  },
  {
    name: "patch-writes-the-spend",
    promise: "P3",
    breaks:
      "An edit of a campaign reads it without a lock and writes the spend back with everything else. Orders tracked meanwhile no longer count against the budget.",
    changes: [
      {
        file: campaigns,
        search: "where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}\n    for no key update`",
        replace: "where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}`",
      },
      {
        file: campaigns,
        search: "    update campaigns set name = ${campaign.name},",
        replace:
          "    update campaigns set name = ${campaign.name}, current_spend_minor = ${campaign.currentSpendMinor},",
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
        search: `  if (after.status === "rejected") await returnToBudget(tx, accountId, { id: campaignId, commission });`,
        replace: `  if (after.status === "rejected") {
    const present = await findCampaign(tx, accountId, campaignId);
    const refund = present ? commissionOf(present.commission, after.amount) : commission;
    await returnToBudget(tx, accountId, { id: campaignId, commission: refund });
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
