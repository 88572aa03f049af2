/** @type {readonly import("./index.mjs").Edit[]} */
export const tenants = [
  {
    name: "campaign-of-any-account",
    promise: "P11",
    breaks:
      "A campaign is read by its ID alone. A merchant who knows an ID sees another merchant's terms, budget and sales.",
    changes: [
      {
        file: "server/src/store/campaigns/campaigns.ts",
        search: "from campaigns where account_id = ${uuidOf(account)} and id = ${uuidOf(id)}`,",
        replace: "from campaigns where ${account}::text is not null and id = ${uuidOf(id)}`,",
      },
    ],
    tests: ["server/test/tenants/tenants.test.ts"],
    title: "GET /v1/campaigns/:",
  },
  {
    name: "conversion-changed-by-any-account",
    promise: "P11",
    breaks:
      "Approving and rejecting look up a conversion by its ID alone. One merchant can reject another merchant's sales.",
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
      "A click is found by its ID in any account. A shop can tell which clicks other shops had, and can be made to pay for them.",
    changes: [
      {
        file: "server/src/store/conversions/tracking.ts",
        search: "left join clicks click on click.id = ${id} and click.account_id = ${account}",
        replace: "left join clicks click on click.id = ${id}",
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
      "A webhook delivery is read by its ID alone. A merchant sees other merchants' orders in the bodies of their events.",
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
    breaks: "Payouts are locked by their IDs alone. An owner can mark another merchant's payouts as paid.",
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
  {
    name: "page-of-any-account",
    promise: "P11",
    breaks:
      "Saving a public page under an address that is taken changes the page that has it. A merchant can close another merchant's page.",
    changes: [
      {
        file: "server/src/store/campaigns/application-pages.ts",
        search: `      where application_pages.account_id = excluded.account_id
        and application_pages.campaign_id = excluded.campaign_id
`,
        replace: "",
      },
    ],
    tests: ["server/test/dashboard/application-pages.test.ts"],
  },
  {
    name: "order-search-of-any-account",
    promise: "P11",
    breaks: "The search by order ID counts the orders of all accounts. A merchant learns which orders other shops had.",
    changes: [
      {
        file: "server/src/store/conversions/conversion-list.ts",
        search: `  return sql\`account_id = \${uuidOf(accountId)}
    \${status ?`,
        replace: `  return sql\`\${uuidOf(accountId)}::uuid is not null
    \${status ?`,
      },
    ],
    tests: ["server/test/dashboard/order-search.test.ts"],
    title: "finds nothing in another account",
  },
  {
    name: "claim-search-of-any-account",
    promise: "P11",
    breaks: "The list of claims shows those of all accounts, with the order IDs and affiliates of other shops.",
    changes: [
      {
        file: "server/src/store/conversions/claims.ts",
        search: "  account_id = ${uuidOf(accountId)} and state <> 'asked'",
        replace: "  ${uuidOf(accountId)}::uuid is not null and state <> 'asked'",
      },
    ],
    tests: ["server/test/dashboard/order-search.test.ts"],
    title: "finds nothing in another account",
  },
  {
    name: "order-ids-in-the-portal",
    promise: "P11",
    breaks:
      "Affiliates see the merchant's order IDs on their payouts. Order IDs often contain names and addresses of buyers.",
    changes: [
      {
        file: "server/src/usecases/payouts/browse-payouts.ts",
        search: `"accountId" in context ? found : found.map((line) => ({ ...line, externalId: null }))`,
        replace: "found",
      },
    ],
    tests: ["server/test/payouts/pages.test.ts"],
  },
  {
    name: "reminder-to-an-erased-person",
    promise: "P11",
    breaks: "A merchant can have reminders sent to people who have deleted their accounts.",
    changes: [
      {
        file: "server/src/store/payouts/due-now.ts",
        search: "due > 0 and not (${isErased})",
        replace: "due > 0",
      },
    ],
    tests: ["server/test/mail/payout-reminders.test.ts"],
    title: "is not sent to an erased person",
  },
];
