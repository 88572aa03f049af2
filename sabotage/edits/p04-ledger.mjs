/** @type {readonly import("./index.mjs").Edit[]} */
export const ledger = [
  {
    name: "refund-twice",
    promise: "P4",
    breaks:
      "A rejection returns the commission to the budget twice. The campaign can spend money that the merchant never set aside.",
    changes: [
      {
        file: "server/src/usecases/conversions/change-conversion.ts",
        search: "    await moveBudget(tx, before, after);",
        replace: `    if (action === "reject") await moveBudget(tx, before, after);\n    await moveBudget(tx, before, after);`,
      },
    ],
    tests: ["server/test/api/conversions-reject.test.ts"],
  },
  {
    name: "commission-in-floats",
    promise: "P4",
    breaks:
      "Commissions are computed with floating-point numbers. Some are a cent off, and large ones lose their last digits.",
    changes: [
      {
        file: "server/src/domain/values/commission.ts",
        search: "minor: divideHalfUp(amount.minor * rule.partsPerMillion, MILLION)",
        replace: "minor: BigInt(Math.round(Number(amount.minor) * (Number(rule.partsPerMillion) / Number(MILLION))))",
      },
    ],
    tests: ["server/test/domain/commission.test.ts"],
  },
  {
    name: "restored-as-payable",
    promise: "P4",
    breaks:
      "A restored conversion is booked as payable although it is pending again. The affiliate's balance shows money that nobody has approved.",
    changes: [
      {
        file: "server/src/domain/ledger.ts",
        search: "  const to = holder(after, after.status);",
        replace: `  const to = holder(after, before?.status === "rejected" ? "approved" : after.status);`,
      },
    ],
    tests: ["server/test/ledger/sequences.test.ts"],
  },
  {
    name: "transfers-can-be-edited",
    promise: "P4",
    breaks:
      "The trigger that makes transfers append-only is missing. Anybody with access to the database can change the past unnoticed.",
    changes: [
      {
        file: "server/migrations/0005_ledger.sql",
        search: `create trigger transfers_append_only before update or delete or truncate on transfers
  for each statement execute function refuse_change();\n`,
        replace: "",
      },
    ],
    tests: ["server/test/ledger/append-only.test.ts"],
  },
  {
    name: "balance-below-zero",
    promise: "P4",
    breaks: "No trigger rejects a negative balance. An affiliate can be paid more than they have earned.",
    changes: [
      {
        file: "server/migrations/0037_orders_and_refunds.sql",
        search: "when 'receivable' then false else new.balance_minor < 0 end)",
        replace: "when 'receivable' then false else false end)",
      },
    ],
    tests: ["server/test/ledger/append-only.test.ts"],
  },
  {
    name: "claw-back-twice",
    promise: "P4",
    breaks:
      "A conversion can be clawed back more than once. The affiliate pays the same commission back several times.",
    changes: [
      {
        file: "server/src/domain/claw-back.ts",
        search: '  if (left === 0n) throw new AppError("already_clawed_back");\n  return left;',
        replace: "  return left === 0n ? conversion.commission.minor : left;",
      },
    ],
    tests: ["server/test/payouts/payouts.test.ts"],
  },
  {
    name: "refund-of-the-last-result",
    promise: "P4",
    breaks:
      "A refund is calculated from the commission that the last one left. Every part is rounded again, and the cents depend on the split.",
    changes: [
      {
        file: "server/src/domain/order-remainder.ts",
        search: "      const left = remainderOf(conversion, refundedMinor);",
        replace:
          "      const left = remainderOf({ ...conversion, original: conversion }, refundedMinor - conversion.refundedMinor);",
      },
    ],
    tests: ["server/test/refunds/remainder.test.ts"],
  },
  {
    name: "refund-recorded-twice",
    promise: "P4",
    breaks: "A refund that is sent again counts again. The affiliate loses the commission of the same goods twice.",
    changes: [
      {
        file: "server/migrations/0037_orders_and_refunds.sql",
        search:
          "  recorded_at timestamptz(3) not null,\n  unique (account_id, source, external_id),\n  unique (account_id, id),",
        replace: "  recorded_at timestamptz(3) not null,\n  unique (account_id, id),",
      },
      {
        file: "server/src/store/conversions/refunds.ts",
        search: "    on conflict (account_id, source, external_id) do nothing returning id",
        replace: "    returning id",
      },
      {
        file: "server/src/usecases/refunds/record-refund.ts",
        search: "  if (reported) return",
        replace: "  if (reported?.counted === false) return",
      },
    ],
    tests: ["server/test/refunds/refunds.test.ts"],
  },
  {
    name: "claw-back-beyond-the-commission",
    promise: "P4",
    breaks:
      "A refund is clawed back in full after a person clawed back the whole commission. The affiliate pays twice.",
    changes: [
      {
        file: "server/src/domain/refund.ts",
        search: "least(change, commission - totalMinor)",
        replace: "change",
      },
    ],
    tests: ["server/test/refunds/remainder.test.ts"],
  },
  {
    name: "edit-forgets-the-worth",
    promise: "P4",
    breaks:
      "An edited order saves the conversion's status but not its new amount and commission. The budget, the balances and the totals no longer match it.",
    changes: [
      {
        file: "server/src/usecases/refunds/settle-conversion.ts",
        search: "action, changesWorth: true, refundId: by }",
        replace: "action, changesWorth: refundId !== null, refundId: by }",
      },
    ],
    tests: ["server/test/refunds/edits.test.ts"],
  },
  {
    name: "undone-deduction-waived-for-good",
    promise: "P4",
    breaks:
      "A deduction that a person undid stays undone for all later refunds, even if its refund was cancelled. The affiliate keeps commission for returned goods.",
    changes: [
      {
        file: "server/src/store/conversions/claw-backs.ts",
        search: 'filter (where ${inForce("refund")})',
        replace: "filter (where refund.id is not null)",
      },
    ],
    tests: ["server/test/refunds/parts.test.ts"],
  },
  {
    name: "coupon-of-its-current-holder",
    promise: "P4",
    breaks:
      "A coupon's orders are whose it is when they arrive, not whose it was when they were paid. The commission of a late webhook goes to the wrong affiliate.",
    changes: [
      {
        file: "server/src/store/coupons/held-coupons.ts",
        search: " and held_from <= greatest(${paidAt}::timestamptz, c.starts_at)",
        replace: "",
      },
    ],
    tests: ["server/test/coupons/track.test.ts", "server/test/coupons/from-outside.test.ts"],
  },
  {
    name: "coupon-pays-after-its-end",
    promise: "P4",
    breaks: "A coupon that has ended still decides. The merchant pays commission for orders that nobody brought.",
    changes: [
      {
        file: "server/src/domain/coupon-evidence.ts",
        search: '  if (coupon.ended) return "coupon_ended";\n',
        replace: "",
      },
    ],
    tests: ["server/test/domain/coupon-table.test.ts", "server/test/coupons/from-outside.test.ts"],
  },
  {
    name: "coupon-always-beats-the-click",
    promise: "P4",
    breaks:
      "The campaign's setting that clicks decide is ignored. The commission goes to the coupon's holder instead of the affiliate whose link was followed.",
    changes: [
      {
        file: "server/src/domain/attribution.ts",
        search: 'return campaign.evidence === "click" && click.affiliation.status === "active";',
        replace: "return false;",
      },
    ],
    tests: ["server/test/coupons/from-outside.test.ts"],
  },
  {
    name: "folded-deltas-are-kept",
    promise: "P4",
    breaks:
      "What changes of conversions add to totals and balances is added, and stays to be added again. Every number grows with each fold.",
    changes: [
      {
        file: "server/src/store/ledger/conversion-deltas.ts",
        search:
          "        delete from conversion_deltas using picked where conversion_deltas.id = picked.id\n        returning conversion_deltas.*),",
        replace: "        select conversion_deltas.* from conversion_deltas join picked using (id)),",
      },
    ],
    tests: ["server/test/races/folding.test.ts"],
  },
  {
    name: "floor-passes-an-open-order",
    promise: "P4",
    breaks:
      "Readers start after a delta whose transaction has not committed yet. The order that commits late is never counted.",
    changes: [
      {
        file: "server/src/store/ledger/conversion-deltas.ts",
        search: "        where ended and not lost",
        replace: "        where not lost",
      },
    ],
    tests: ["server/test/races/folding.test.ts"],
  },
  {
    name: "floor-waits-for-completed-orders",
    promise: "P4",
    breaks:
      "The mark is the number after the last completed transaction, which an open order may have. The floor passes that order.",
    changes: [
      {
        file: "server/src/store/ledger/conversion-deltas.ts",
        search: "select pg_current_xact_id()::text as transaction",
        replace: "select pg_snapshot_xmax(pg_current_snapshot())::text as transaction",
      },
    ],
    tests: ["server/test/races/folding.test.ts"],
  },
  {
    name: "growth-forgets-refunds",
    promise: "P4",
    breaks:
      "What is added to an order after the hold period ignores its earlier refunds. Commission is paid for goods that went back.",
    changes: [
      {
        file: "server/src/usecases/refunds/settle-order.ts",
        search: "remaindersOf(part ? [...conversions, part] : conversions, counted)",
        replace: "remaindersOf(part ? [...conversions, part] : conversions, part ? [] : counted)",
      },
    ],
    tests: ["server/test/refunds/any-order.test.ts"],
  },
];
