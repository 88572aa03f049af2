import {
  affiliateNumbersQuery,
  affiliatePeopleQuery,
  affiliateQuery,
  affiliatesQuery,
  invitationsQuery,
} from "../api/affiliates.ts";
import { auditChoicesQuery, auditLogQuery } from "../api/audit.ts";
import { ageingQuery, balancesQuery, clawBacksQuery, currenciesQuery, moneySummaryQuery } from "../api/balances.ts";
import { campaignPageQuery } from "../api/applications.ts";
import { campaignNumbersQuery, campaignQuery, campaignsQuery } from "../api/campaigns.ts";
import { claimQuery, claimsQuery } from "../api/claims.ts";
import { conversionQuery, conversionsQuery, flaggedQuery, unflaggedQuery, waitingQuery } from "../api/conversions.ts";
import { connectorQuery, connectorsQuery, receiptsQuery, unattributedOrdersQuery } from "../api/connectors.ts";
import { affiliateCouponsQuery, couponsQuery } from "../api/coupons.ts";
import { keysQuery, refusedCallsQuery, setupQuery, trackingQuery } from "../api/developers.ts";
import { membersQuery } from "../api/members.ts";
import { overviewQuery } from "../api/overview.ts";
import { brandingQuery } from "../api/branding.ts";
import { autoApproveQuery, payoutSettingsQuery } from "../api/payout-settings.ts";
import {
  batchesQuery,
  batchPreviewQuery,
  batchQuery,
  payoutLinesQuery,
  payoutQuery,
  payoutsQuery,
} from "../api/payouts.ts";
import { affiliatePlanQuery, campaignPlanQuery, groupPlanQuery, groupsQuery, planVersionsQuery } from "../api/plans.ts";
import { secondFactorQuery, sessionsQuery } from "../api/session.ts";
import { statementQuery, statementsQuery, type StatementOf } from "../api/statements.ts";
import { testAccountsQuery, testMailQuery, testMailsQuery } from "../api/test-mode.ts";
import { deliveriesQuery, deliveryQuery, endpointsQuery } from "../api/webhooks.ts";
import { currentTime } from "../ui/clock.ts";
import { given } from "../format/without-undefined.ts";
import type { AnyQuery } from "../session/root-route.tsx";
import { invitationSort, personSort, type AffiliateSearch, type AffiliatesSearch } from "./affiliates/search.ts";
import { auditQueryOf, type AuditSearch } from "./audit/search.ts";
import { affiliateFilter, type CampaignSearch, type CampaignsSearch } from "./campaigns/search.ts";
import type { ClaimsSearch } from "./claims/search.ts";
import type { ConnectorSearch, ConnectorsSearch, NewConnectorSearch } from "./connectors/search.ts";
import { conversionsQueryOf, conversionsSearch, type ConversionsSearch } from "./conversions/search.ts";
import { couponFilter } from "./coupons/search.ts";
import { deliverySort, keySort, refusedCallSort, type DevelopersSearch } from "./developers/search.ts";
import type { MembersSearch } from "./members/search.ts";
import type { OverviewSearch } from "./overview/search.ts";
import { numbersQueryOf } from "./shared/numbers/span.ts";
import {
  balanceSort,
  batchSort,
  clawBackSort,
  payoutFilterOf,
  payoutsQueryOf,
  type NewBatchSearch,
  type PayoutSearch,
  type PayoutsSearch,
} from "./payouts/search.ts";
import type { AccountView } from "./shared/account.ts";

// The queries each page starts with, under the same keys as in the page. The router sends them while the page's code loads.

type Account = Pick<AccountView, "id" | "role" | "test">;
type Queries = readonly AnyQuery[];

const timeIn = ({ test }: Account): number => (test ? Date.parse(test.now) : currentTime());

export const overview = (account: Account, search: OverviewSearch): Queries => [
  setupQuery(account.id),
  overviewQuery(account.id, numbersQueryOf(search, timeIn(account))),
  waitingQuery(account.id),
  moneySummaryQuery(account.id),
];

export const campaigns = ({ id }: Account, search: CampaignsSearch): Queries => [campaignsQuery(id, search)];

export function campaign(account: Account, campaignId: string, search: CampaignSearch): Queries {
  const { id } = account;
  const page = [
    campaignQuery(id, campaignId),
    campaignNumbersQuery(id, campaignId, numbersQueryOf(search, timeIn(account))),
  ];
  if (search.tab === "page") return [...page, campaignPageQuery(id, campaignId)];
  if (search.tab === "settings") return [...page, autoApproveQuery(id, campaignId)];
  if (search.tab === "commission") return [...page, campaignPlanQuery(id, campaignId)];
  if (search.tab === "coupons") return [...page, couponsQuery(id, campaignId, couponFilter(search))];
  if (search.tab !== "conversions") return [...page, affiliatesQuery(id, affiliateFilter(search, campaignId))];
  const filter = { ...conversionsSearch({ ...search }), campaign_id: campaignId };
  return [...page, conversionsQuery(id, conversionsQueryOf(filter))];
}

export const campaignPlan = ({ id }: Account, campaignId: string): Queries => [
  campaignPlanQuery(id, campaignId),
  planVersionsQuery(id, campaignId),
];
export const groups = ({ id }: Account, campaignId: string): Queries => [
  groupsQuery(id, campaignId),
  campaignQuery(id, campaignId),
];
export const groupPlan = ({ id }: Account, campaignId: string, groupId: string): Queries => [
  groupsQuery(id, campaignId),
  groupPlanQuery(id, campaignId, groupId),
];

export const pasteCoupons = ({ id }: Account, campaignId: string): Queries => [campaignQuery(id, campaignId)];

export function affiliates({ id }: Account, search: AffiliatesSearch): Queries {
  const { campaign_id, offset, state, status, sort, search: words } = search;
  return search.tab === "invitations"
    ? [invitationsQuery(id, given({ campaign_id, offset, state, sort: invitationSort(sort) }))]
    : [affiliatePeopleQuery(id, given({ campaign_id, offset, sort: personSort(sort), status, search: words }))];
}

export function affiliate(account: Account, affiliateId: string, search: AffiliateSearch): Queries {
  const { id } = account;
  const page = [
    affiliateQuery(id, affiliateId),
    affiliateNumbersQuery(id, affiliateId, numbersQueryOf(search, timeIn(account))),
  ];
  if (search.tab === "commission") return page;
  if (search.tab === "links") return [...page, affiliateCouponsQuery(id, affiliateId)];
  if (search.tab === "money")
    return [...page, balancesQuery(id, { affiliate_id: affiliateId }), statementsQuery(id, affiliateId)];
  const filter = { ...conversionsSearch({ ...search }), affiliate_id: affiliateId };
  return [...page, conversionsQuery(id, conversionsQueryOf(filter))];
}

export const affiliatePlan = ({ id }: Account, of: { affiliateId: string; affiliationId: string }): Queries => [
  affiliateQuery(id, of.affiliateId),
  affiliatePlanQuery(id, of.affiliationId),
];

export const conversions = ({ id }: Account, search: ConversionsSearch): Queries => [
  conversionsQuery(id, conversionsQueryOf(search)),
];
export const review = ({ id }: Account): Queries => [unflaggedQuery(id), flaggedQuery(id)];
export const conversion = ({ id }: Account, conversionId: string): Queries => [conversionQuery(id, conversionId)];

export const claims = ({ id }: Account, search: ClaimsSearch): Queries => [claimsQuery(id, search)];
export const claim = ({ id }: Account, claimId: string): Queries => [claimQuery(id, claimId)];

export function payouts({ id }: Account, search: PayoutsSearch): Queries {
  const { currency, state, search: words, open, offset, sort } = search;
  if (search.tab === "payouts") return [payoutsQuery(id, payoutsQueryOf(payoutFilterOf(search)))];
  if (search.tab === "batches") return [batchesQuery(id, given({ offset, sort: batchSort(sort) }))];
  if (search.tab === "claw-backs")
    return [clawBacksQuery(id, given({ open, currency, offset, sort: clawBackSort(sort) }))];
  return [
    balancesQuery(id, given({ currency, state, search: words, offset, sort: balanceSort(sort) })),
    moneySummaryQuery(id),
    ageingQuery(id),
  ];
}
/** If the URL has no currency, the page takes one from the balances. */
export function newBatch({ id, role }: Account, { currency, ...search }: NewBatchSearch): Queries {
  if (role !== "owner") return [];
  const preview = currency === undefined ? [] : [batchPreviewQuery(id, { ...search, currency })];
  return [currenciesQuery(id), ...preview];
}
export const payout = ({ id }: Account, payoutId: string, search: PayoutSearch): Queries => [
  payoutQuery(id, payoutId),
  payoutLinesQuery(id, payoutId, search),
];
export const batch = ({ id }: Account, batchId: string, search: PayoutsSearch): Queries => [
  batchQuery(id, batchId),
  payoutsQuery(id, { ...payoutsQueryOf(payoutFilterOf(search)), batch_id: batchId }),
];
export const statement = ({ id }: Account, of: StatementOf): Queries => [statementQuery(id, of)];

export function developers({ id, role }: Account, { tab, ...search }: DevelopersSearch): Queries {
  const { campaign_id, sort, ...filter } = search;
  const { offset } = search;
  if (tab === "webhooks") return [endpointsQuery(id)];
  if (tab === "deliveries")
    return [deliveriesQuery(id, given({ ...filter, sort: deliverySort(sort) })), endpointsQuery(id)];
  if (tab === "calls") return [refusedCallsQuery(id, given({ offset, sort: refusedCallSort(sort) }))];
  if (tab === "test") return [testAccountsQuery(id)];
  if (tab === "keys") return role === "owner" ? [keysQuery(id, given({ offset, sort: keySort(sort) }))] : [];
  return [setupQuery(id), ...(campaign_id === undefined ? [] : [trackingQuery(id, campaign_id)])];
}
export const delivery = ({ id }: Account, deliveryId: string): Queries => [deliveryQuery(id, deliveryId)];

export const connectors = ({ id }: Account, { tab, ...search }: ConnectorsSearch): Queries => [
  connectorsQuery(id),
  ...(tab === "orders" ? [unattributedOrdersQuery(id, search)] : []),
];
export const newConnector = ({ id }: Account, { connector: connectorId }: NewConnectorSearch): Queries =>
  connectorId === undefined ? [] : [connectorQuery(id, connectorId)];
export const connector = ({ id }: Account, connectorId: string, { tab, ...search }: ConnectorSearch): Queries => [
  connectorQuery(id, connectorId),
  ...(tab === undefined || tab === "receipts" ? [receiptsQuery(id, connectorId, search)] : []),
];

/** Only test accounts have them. */
export const emails = ({ id, role, test }: Account, query: { offset?: number }): Queries =>
  test && role !== "viewer" ? [testMailsQuery(id, query)] : [];
export const email = ({ id, role, test }: Account, emailId: string): Queries =>
  test && role !== "viewer" ? [testMailQuery(id, emailId)] : [];

export const company = ({ id }: Account): Queries => [brandingQuery(id)];
export const payoutSettings = ({ id }: Account): Queries => [payoutSettingsQuery(id)];
export const you = (): Queries => [secondFactorQuery, sessionsQuery];
export const members = ({ id, test }: Account, { offset, sort }: MembersSearch): Queries =>
  test ? [] : [membersQuery(id, given({ offset, sort }))];

/** Only the page can validate an action: the list of actions is too long for the first script. */
export const auditLog = ({ id, role }: Account, search: AuditSearch): Queries =>
  role === "viewer" || search.action !== undefined
    ? []
    : [auditLogQuery(id, auditQueryOf(search)), auditChoicesQuery(id)];
