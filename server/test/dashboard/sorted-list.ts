import * as words from "tributary-sdk/words";
import type { TestResponse } from "../support/app.ts";

/** As in the response. */
export type Row = TestResponse["body"];
type Value = string | number;

/** A list that can be sorted: what its keys sort by, as the response shows it. */
interface SortedList {
  readonly path: string;
  readonly key: string;
  readonly sorts: readonly string[];
  readonly values: Readonly<Record<string, (row: Row) => Value>>;
  readonly idOf?: (row: Row) => string;
}

const lower = (name: string) => (row: Row) => String(row[name]).toLowerCase();
const plain = (name: string) => (row: Row) => row[name] as Value;
const time = (name: string) => (row: Row) => Date.parse(row[name] ?? "") || 0;
const stat = (name: string) => (row: Row) => row["stats"][name] as number;
const roleRank = ({ role }: Row): number => words.roles.indexOf(role);
const total = (status: string) => (row: Row) => row["totals"][status].amount as number;
const money = { amount: plain("amount"), created: time("created_at") };

export const dashboardLists: SortedList[] = [
  {
    path: "campaigns",
    key: "campaigns",
    sorts: words.campaignSorts,
    values: {
      name: lower("name"),
      status: plain("status"),
      affiliates: stat("total_affiliates"),
      clicks: stat("total_clicks"),
      conversions: stat("total_conversions"),
      spent: plain("current_spend"),
      created: time("created_at"),
    },
  },
  {
    path: "affiliates",
    key: "affiliates",
    sorts: words.affiliationSorts,
    idOf: ({ affiliation_id: id }) => id,
    values: {
      name: lower("name"),
      status: plain("status"),
      joined: time("joined_at"),
      clicks: stat("clicks"),
      conversions: stat("conversions"),
      revenue: stat("revenue"),
    },
  },
  {
    path: "invitations",
    key: "invitations",
    sorts: words.invitationSorts,
    values: {
      email: lower("email"),
      // As in the list: an application that awaits its link has a status of its own.
      status: ({ state, created_at: at, application }) =>
        (state === "open" || state === "expired") && application?.applied_at >= at ? "applied" : state,
      campaign: lower("campaign_name"),
      created: time("created_at"),
      expires: time("expires_at"),
    },
  },
  {
    path: "claims",
    key: "claims",
    sorts: words.claimSorts,
    values: {
      order: lower("external_id"),
      status: plain("state"),
      affiliate: lower("affiliate_name"),
      opened: time("opened_at"),
      resolved: time("answered_at"),
    },
  },
  {
    path: "payouts",
    key: "payouts",
    sorts: words.payoutSorts,
    values: { ...money, affiliate: lower("affiliate_name"), status: plain("status") },
  },
  {
    path: "payout-batches",
    key: "batches",
    sorts: words.batchSorts,
    values: {
      created: time("created_at"),
      open: total("created"),
      paid: total("paid"),
      failed: total("failed"),
      cancelled: total("cancelled"),
    },
  },
  {
    path: "balances",
    key: "balances",
    sorts: words.balanceSorts,
    idOf: ({ affiliate_id: id, currency }) => `${id} ${currency}`,
    values: {
      affiliate: lower("affiliate_name"),
      payable: plain("payable"),
      maturing: plain("maturing"),
      pending: plain("pending"),
      owed_back: plain("owed_back"),
      in_payout: plain("in_payout"),
      paid: plain("paid"),
    },
  },
  {
    path: "claw-backs",
    key: "claw_backs",
    sorts: words.clawBackSorts,
    values: { ...money, affiliate: lower("affiliate_name"), status: ({ payout_id: id }) => Number(id !== null) },
  },
  { path: "deliveries", key: "deliveries", sorts: words.deliverySorts, values: { created: time("created_at") } },
  {
    path: "api-keys",
    key: "api_keys",
    sorts: words.keySorts,
    values: {
      name: lower("name"),
      status: ({ revoked_at: at }) => Number(at !== null),
      created: time("created_at"),
      used: time("last_used_at"),
    },
  },
  {
    path: "members",
    key: "members",
    sorts: words.memberSorts,
    idOf: ({ user_id: id }) => id,
    values: { name: lower("name"), role: roleRank, joined: time("joined_at") },
  },
  {
    path: "member-invitations",
    key: "member_invitations",
    sorts: words.memberInvitationSorts,
    values: { email: lower("email"), role: roleRank, expires: time("expires_at") },
  },
  { path: "audit-log", key: "audit_log", sorts: words.auditSorts, values: { at: time("at") } },
  {
    path: "refused-calls",
    key: "refused_calls",
    sorts: words.refusedCallSorts,
    values: { at: time("at"), status: plain("status") },
  },
];

export const lines: SortedList = {
  path: "payouts/:id/lines",
  key: "lines",
  sorts: words.payoutLineSorts,
  idOf: (row) => row["claw_back_id"] ?? row["conversion_id"],
  values: { campaign: lower("campaign_name"), created: time("created_at"), amount: plain("amount") },
};
export const portalLists: SortedList[] = [
  lines,
  {
    path: "campaigns",
    key: "campaigns",
    sorts: words.ownCampaignSorts,
    values: { name: lower("name"), clicks: stat("clicks"), conversions: stat("conversions") },
  },
  {
    path: "claims",
    key: "claims",
    sorts: words.ownClaimSorts,
    values: { order: lower("external_id"), status: plain("state"), asked: time("opened_at") },
  },
  {
    path: "payouts",
    key: "payouts",
    sorts: words.ownPayoutSorts,
    values: { ...money, merchant: lower("merchant_name"), status: plain("status"), paid: time("paid_on") },
  },
  {
    path: "claw-backs",
    key: "claw_backs",
    sorts: words.ownClawBackSorts,
    values: { ...money, campaign: lower("campaign_name"), status: ({ payout_id: id }) => Number(id !== null) },
  },
];

const NOT_LISTED = ["id", "--created", "created_at;"];

/** Reads the list by every key in both directions, whole and in three pages. Returns the problems it finds. */
export async function problemsOf(
  get: (query: string) => Promise<TestResponse>,
  { key, sorts, values, idOf = ({ id }) => id as string }: SortedList,
): Promise<string[]> {
  const problems = Object.keys(values).filter((name) => !sorts.includes(name));
  const read = async (query: string): Promise<Row[]> => {
    const { status, body, text } = await get(query);
    if (status !== 200) throw new Error(text);
    return body[key];
  };
  for (const sort of sorts) {
    const all = await read(`sort=${sort}&limit=100`);
    const valueOf = values[sort.replace("-", "")];
    if (!valueOf || new Set(all.map(valueOf)).size < 2) problems.push(`${sort}: nothing to compare`);
    else if (!isSorted(all.map(valueOf), sort.startsWith("-") ? -1 : 1)) problems.push(`${sort}: not in order`);
    const limit = Math.ceil(all.length / 3);
    const pages = await Promise.all(
      [0, 1, 2].map((page) => read(`sort=${sort}&limit=${limit}&offset=${page * limit}`)),
    );
    const ids = all.map(idOf);
    if (new Set(ids).size !== ids.length || pages.flat().map(idOf).join() !== ids.join())
      problems.push(`${sort}: a row is on two pages`);
  }
  for (const sort of NOT_LISTED)
    if ((await get(`sort=${encodeURIComponent(sort)}`)).status !== 400) problems.push(`${sort} is accepted`);
  return problems;
}

const isSorted = (values: readonly Value[], sign: number): boolean =>
  values.every((value, index) => {
    const before = values[index - 1];
    return before === undefined || before === value || (before < value ? 1 : -1) === sign;
  });
