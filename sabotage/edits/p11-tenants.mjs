/** @type {readonly import("./index.mjs").Edit[]} */
export const tenants = [
  {
    name: "conversion-of-any-account",
    promise: "P11",
    breaks: "A conversion is read by its id alone. A merchant who knows an id reads another merchant's sale.",
    changes: [
      {
        file: "server/src/store/conversions/conversions.ts",
        search:
          "from conversions where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}`,\n  );\n  return row && conversionOf(row);\n}\n\n/** The history",
        replace:
          "from conversions where ${account}::text is not null and id = ${uuidOf(id)}`,\n  );\n  return row && conversionOf(row);\n}\n\n/** The history",
      },
    ],
    tests: ["server/test/tenants/tenants.test.ts"],
    title: "GET /api/dashboard/:account_id/conversions/:id",
  },
  {
    name: "conversion-changed-by-any-account",
    promise: "P11",
    breaks:
      "Approving and rejecting look a conversion up by its id alone. One merchant can reject another merchant's sales.",
    changes: [
      {
        file: "server/src/store/conversions/conversions.ts",
        search: "where account_id = ${uuidOf(account)} and id = ${uuidOf(id)} for no key update`",
        replace: "where ${account}::text is not null and id = ${uuidOf(id)} for no key update`",
      },
    ],
    tests: ["server/test/api/conversions-reject.test.ts"],
  },
  {
    name: "click-of-any-account",
    promise: "P11",
    breaks:
      "A click is found by its id in any account. A shop can tell which clicks other shops had, and can be made to pay for them.",
    changes: [
      {
        file: "server/src/store/conversions/tracking.ts",
        search: "left join clicks click on click.id = ${click} and click.account_id = ${account}",
        replace: "left join clicks click on click.id = ${click}",
      },
      {
        file: "server/src/store/conversions/tracking.ts",
        search:
          "left join affiliations of_click on of_click.id = click.affiliation_id and of_click.account_id = ${account}",
        replace: "left join affiliations of_click on of_click.id = click.affiliation_id",
      },
    ],
    tests: ["server/test/api/conversions-by-click.test.ts"],
  },
  {
    name: "delivery-of-any-account",
    promise: "P11",
    breaks:
      "A webhook delivery is read by its id alone. A merchant sees other merchants' orders in the bodies of their events.",
    changes: [
      {
        file: "server/src/store/webhooks/deliveries.ts",
        search:
          "const chosen = sql`select ${columns} from deliveries where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`;",
        replace:
          "const chosen = sql`select ${columns} from deliveries where ${accountId}::text is not null and id = ${uuidOf(id)}`;",
      },
    ],
    tests: ["server/test/webhooks/record.test.ts"],
  },
  {
    name: "payout-settled-by-any-account",
    promise: "P11",
    breaks: "Payouts are locked by their ids alone. An owner can mark another merchant's payouts as paid.",
    changes: [
      {
        file: "server/src/store/payouts/payouts.ts",
        search: "const matching = sql`account_id = ${uuidOf(accountId)} and id = any(${ids.map(uuidOf)}::uuid[])`;",
        replace: "const matching = sql`${accountId}::text is not null and id = any(${ids.map(uuidOf)}::uuid[])`;",
      },
    ],
    tests: ["server/test/tenants/tenants.test.ts"],
    title: "/payouts/:",
  },
  {
    name: "csrf-check-off",
    promise: "P11",
    breaks:
      "Requests from other sites are accepted with the session cookie. A page that a merchant visits can act in their account.",
    changes: [
      {
        file: "server/src/http/session/same-origin.ts",
        search: `    throw new AppError("cross_site_request");`,
        replace: "    return;",
      },
    ],
    tests: ["server/test/people/same-origin.test.ts"],
  },
];
