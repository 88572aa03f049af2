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
        file: "server/src/domain/commission.ts",
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
        search:
          "  return { debit: holder(after, before), credit: holder(after, after.status), amount: after.commission };",
        replace: `  const to = before === "rejected" ? "approved" : after.status;
  return { debit: holder(after, before), credit: holder(after, to), amount: after.commission };`,
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
        file: "server/migrations/0005_ledger.sql",
        search: "then new.balance_minor > 0 else new.balance_minor < 0 end)",
        replace: "then new.balance_minor > 0 else false end)",
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
        file: "server/migrations/0009_payouts.sql",
        search: "  conversion_id uuid not null unique,",
        replace: "  conversion_id uuid not null,",
      },
      {
        file: "server/src/store/conversions/claw-backs.ts",
        search: "    on conflict (conversion_id) do nothing\n",
        replace: "",
      },
    ],
    tests: ["server/test/payouts/payouts.test.ts"],
  },
];
