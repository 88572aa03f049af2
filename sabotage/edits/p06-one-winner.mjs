/** @type {readonly import("./index.mjs").Edit[]} */
export const oneWinner = [
  {
    name: "conversion-changed-without-lock",
    promise: "P6",
    breaks:
      "Approving and rejecting no longer lock the conversion. If two people decide at once, the slower one gets an internal error instead of a clear one.",
    changes: [
      {
        file: "server/src/store/conversions/conversions.ts",
        search: "and id = ${uuidOf(id)} for no key update`",
        replace: "and id = ${uuidOf(id)}`",
      },
    ],
    tests: ["server/test/races/transitions.test.ts"],
    error: /was no longer \w+/,
  },
  {
    name: "payout-settled-without-lock",
    promise: "P6",
    breaks:
      "Marking payouts as paid or failed does not lock them. The last of two people wins although the first one's decision was acknowledged.",
    changes: [
      {
        file: "server/src/store/payouts/payouts.ts",
        search: "where ${matching} order by id for no key update`",
        replace: "where ${matching} order by id`",
      },
    ],
    tests: ["server/test/payouts/races.test.ts"],
    title: "cancellations of one payout one succeeds",
    error: /was not in the status it was read with|not the sum of its lines/,
  },
  {
    name: "invitation-accepted-twice",
    promise: "P6",
    breaks:
      "An invitation is read and then marked as accepted without a second check. Several people can use one link.",
    changes: [
      {
        file: "server/src/store/campaigns/invitations.ts",
        search: "where token_hash = ${tokenDigest} and ${openInvitation} and expires_at > ${now}",
        replace: "where token_hash = ${tokenDigest} and expires_at > ${now}",
      },
    ],
    tests: ["server/test/people/acceptance-race.test.ts"],
  },
  {
    name: "group-deleted-while-affiliates-move",
    promise: "P6",
    breaks: "Groups change without their campaign's lock. Moving affiliates into a group that is being deleted fails.",
    changes: [
      {
        file: "server/src/usecases/plans/groups.ts",
        search: "import { lockCampaign } from",
        replace: "import { findCampaign as lockCampaign } from",
      },
    ],
    tests: ["server/test/plans/manage-races.test.ts"],
    title: "deleted while affiliates move",
  },
  {
    name: "plan-versions-without-lock",
    promise: "P6",
    breaks: "An affiliate's plan gets its version without the campaign's lock. Two plans want the same one.",
    changes: [
      {
        file: "server/src/usecases/plans/overrides.ts",
        search: "import { lockCampaign } from",
        replace: "import { findCampaign as lockCampaign } from",
      },
    ],
    tests: ["server/test/plans/manage-races.test.ts"],
    title: "its own version",
    error: /duplicate key value|plans_campaign_id_version_key/,
  },
  {
    name: "two-at-once-seal",
    promise: "P6",
    breaks:
      "Two processes may seal an affiliate's transfers at once. One of them fails, and statements cannot be closed.",
    changes: [
      {
        file: "server/src/store/ledger/seals.ts",
        search: "select pg_try_advisory_xact_lock(hashtextextended('tributary:sealing', 0)) as locked",
        replace: "select true as locked",
      },
    ],
    tests: ["server/test/statements/seals.test.ts"],
  },
  {
    name: "reminder-sent-twice",
    promise: "P6",
    breaks:
      "Reminding affiliates does not check again after the lock. If two people click at once, an affiliate gets two emails.",
    changes: [
      {
        file: "server/src/store/payouts/due-now.ts",
        search: `
      and (affiliates.payout_reminded_at is null or affiliates.payout_reminded_at <= \${since})`,
        replace: "",
      },
    ],
    tests: ["server/test/mail/payout-reminders.test.ts"],
    title: "is sent once by 8 concurrent requests",
  },
  {
    name: "steps-counted-without-lock",
    promise: "P6",
    breaks: "Orders that count towards a step do not wait for each other. Parallel orders get the same number.",
    changes: [
      {
        file: "server/src/store/plans/order-counts.ts",
        search: "  if (affiliation) names.push(`affiliation ${affiliation}`);\n",
        replace: "",
      },
    ],
    tests: ["server/test/plans/races.test.ts"],
    title: "exactly 10 pay the base",
  },
  {
    name: "restored-order-without-lock",
    promise: "P6",
    breaks:
      "Restored orders do not wait for the customer's other orders. Both use the same room of the customer's limit.",
    changes: [
      {
        file: "server/src/usecases/conversions/customer-room.ts",
        search: "  lockCustomer(tx, customer);\n",
        replace: "",
      },
    ],
    tests: ["server/test/plans/customer-limit.test.ts"],
    title: "stay within the limit",
  },
  {
    name: "customer-bound-twice",
    promise: "P6",
    breaks: "The binding of a customer is not compared again under the lock. Parallel first orders are all new.",
    changes: [
      {
        file: "server/src/usecases/conversions/binding.ts",
        search: "  if (!done) throw new Outdated();\n",
        replace: "",
      },
      {
        file: "server/src/usecases/conversions/counted.ts",
        search: "  if (customer && !isSame(",
        replace: "  if (bound && customer && !isSame(",
      },
    ],
    tests: ["server/test/plans/races.test.ts"],
    title: "one is new",
  },
  {
    name: "first-payment-lost",
    promise: "P6",
    breaks: "A payment after a trial that comes second is not compared again. Months count from a later payment.",
    changes: [
      {
        file: "server/src/usecases/conversions/binding.ts",
        search:
          "    if (!(await saveFirstPayment(tx, customer, { before: bound.firstOrderAt, paidAt }))) throw new Outdated();\n",
        replace: "    await saveFirstPayment(tx, customer, { before: bound.firstOrderAt, paidAt });\n",
      },
    ],
    tests: ["server/test/plans/races.test.ts"],
    title: "months count from the earliest",
  },
];
