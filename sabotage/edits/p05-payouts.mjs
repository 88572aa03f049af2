const payouts = "server/src/store/payouts/payouts.ts";

/** @type {readonly import("./index.mjs").Edit[]} */
export const payoutsEqualTheirLines = [
  {
    name: "payout-summed-in-javascript",
    promise: "P5",
    breaks:
      "The amount of a payout is read and summed in JavaScript before its conversions are locked. Conversions approved in between are marked as paid and never paid.",
    changes: [
      {
        file: payouts,
        search: "  const rows = await tx.query<PayoutRow>(sql`\n    with payee as (",
        replace: `  const found = await tx.query<{ affiliate_id: string; minor: bigint }>(sql\`
    select c.affiliate_id, c.commission_minor as minor from conversions c
    where c.account_id = \${account} and c.commission_currency = \${making.currency}
      and \${withdrawableIn("c").picked(making.asOf)}\`);
  const sumOf = (affiliateId: AffiliateId): number =>
    found.filter((each) => each.affiliate_id === uuidOf(affiliateId)).reduce((sum, { minor }) => sum + Number(minor), 0);
  const rows = await tx.query<PayoutRow>(sql\`
    with payee as (`,
      },
      {
        file: payouts,
        search:
          "join (select affiliate_id, sum(commission_minor)::int8 as minor, count(*)::int as lines\n        from withdrawable group by affiliate_id) earned",
        replace:
          "join (select affiliate_id, minor, (select count(*) from withdrawable w where w.affiliate_id = summed.affiliate_id)::int as lines\n        from unnest(${candidates.map((each) => uuidOf(each.affiliateId))}::uuid[],\n          ${candidates.map((each) => sumOf(each.affiliateId))}::int8[]) summed (affiliate_id, minor)\n        where exists (select from withdrawable w where w.affiliate_id = summed.affiliate_id)) earned",
      },
      {
        file: "server/migrations/0023_pay_files.sql",
        search: "alter table payouts enable trigger payouts_equal_their_lines;\n",
        replace: "",
      },
    ],
    tests: ["server/test/payouts/payouts.test.ts"],
  },
  {
    name: "no-check-of-payout-sums",
    promise: "P5",
    breaks:
      "A migration disables the trigger that compares a payout with its lines, and does not enable it again. A mistake in any query can pay an amount that does not match its lines.",
    changes: [
      {
        file: "server/migrations/0023_pay_files.sql",
        search: "alter table payouts enable trigger payouts_equal_their_lines;\n",
        replace: "",
      },
    ],
    tests: ["server/test/payouts/payouts.test.ts"],
  },
  {
    name: "payout-picks-without-lock",
    promise: "P5",
    breaks:
      "A payout picks its conversions without locking them. Two payouts created at once count the same conversions, and one of them fails or pays twice.",
    changes: [{ file: payouts, search: "    order by c.id for no key update\n", replace: "    order by c.id\n" }],
    tests: ["server/test/payouts/races.test.ts"],
    title: "concurrent payouts to one affiliate one succeeds",
    error: /is not the sum of its lines|balance of \S+ would be negative/,
  },
  {
    name: "paid-again-with-lines-of-another",
    promise: "P5",
    breaks:
      "A failed payout can be marked as paid although a newer one has its conversions. The affiliate is paid twice for the same sales.",
    changes: [
      {
        file: "server/src/usecases/payouts/settle-payouts.ts",
        search: "  if (ids.length === 0) return refused;",
        replace: "  if (ids.length < 2) return refused;",
      },
    ],
    tests: ["server/test/payouts/paid-after-all.test.ts"],
  },
  {
    name: "line-in-two-payouts",
    promise: "P5",
    breaks:
      "No unique index keeps a conversion or a deduction out of a second active payout. A bug in the code can pay it twice.",
    changes: [
      {
        file: "server/migrations/0009_payouts.sql",
        search: "create unique index payout_lines_one_living_conversion",
        replace: "create index payout_lines_one_living_conversion",
      },
      {
        file: "server/migrations/0009_payouts.sql",
        search: "create unique index payout_lines_one_living_claw_back",
        replace: "create index payout_lines_one_living_claw_back",
      },
    ],
    tests: ["server/test/payouts/paid-after-all.test.ts"],
  },
  {
    name: "batch-mark-pays-ended",
    promise: "P5",
    breaks:
      "Marking a batch as paid also marks its failed and cancelled payouts. Their conversions may be in another payout by then.",
    changes: [
      {
        file: "server/src/domain/payout.ts",
        search: 'if (status !== "created") return { outcome: "unchanged", status };',
        replace: 'if (status === "paid") return { outcome: "unchanged", status };',
      },
      {
        file: "server/src/usecases/payouts/mark-batch-paid.ts",
        search: '.filter(({ status }) => status === "created")',
        replace: '.filter(({ status }) => status !== "paid")',
      },
    ],
    tests: ["server/test/payouts/mark-batch.test.ts"],
  },
  {
    name: "sums-count-what-is-on-hold",
    promise: "P5",
    breaks:
      "A commission on hold is added to the sum of what has matured as soon as it is approved. The preview of a batch shows more than the batch pays, and batches are refused because the preview has changed.",
    changes: [
      {
        file: "server/src/store/ledger/matured-sums.ts",
        search: "\n        and change.picked_from <= own.matured_until",
        replace: "",
      },
    ],
    tests: ["server/test/payouts/withdrawable.test.ts"],
  },
  {
    name: "sums-moved-beside-a-bank-file",
    promise: "P5",
    breaks:
      "Payouts that cancel out do not hold the affiliate's balance. The job that adds up matured commission runs beside them and misses what they return, so the preview shows less than is paid.",
    changes: [
      {
        file: "server/src/store/ledger/ledger.ts",
        search: " having sum(minor) <> 0 or kind = 'payable'",
        replace: " having sum(minor) <> 0",
      },
    ],
    tests: ["server/test/payouts/races.test.ts"],
  },
];
