import type { Failed } from "./attempt.ts";
import { as, done, READ, whenAlready } from "./calls.ts";
import { couponsOver, type Coupons } from "./coupons.ts";
import { every } from "./every.ts";
import { groupsOver, type Groups } from "./groups.ts";
import type {
  AffiliatePage,
  AffiliatePlanBody,
  AffiliateQuery,
  CampaignPage,
  CampaignPatch,
  CampaignQuery,
  ConversionPage,
  ConversionQuery,
  GroupMove,
  NewCampaign,
  NewConversion,
  NewInvitation,
  NewOrderEdit,
  NewOrderRefund,
  NewRefund,
  PreviewedOrder,
  Rejection,
} from "./requests.ts";
import type {
  Affiliate,
  AffiliatePlan,
  Campaign,
  CommissionPreview,
  Conversion,
  CreatedCampaign,
  Invitation,
  ListedCampaign,
  OrderEditOutcome,
  Refund,
  RefundOutcome,
  TrackedConversion,
  UpdatedCampaign,
} from "./resources.ts";
import { testModeOver, type TestMode } from "./test-mode.ts";
import { recordedBefore, type Recovered } from "./recorded-before.ts";
import type { CallOptions, Transport } from "./transport.ts";

export interface InCampaign {
  readonly campaign_id: string;
}
export interface OneAffiliate extends InCampaign {
  readonly affiliate_id: string;
}
type Everything<Query> = Omit<Query, "offset">;

/** Recovered: the response to an earlier attempt was lost, and the conversion it recorded was found again. */
export interface Tracked extends TrackedConversion {
  readonly recovered: boolean;
}

export interface Campaigns {
  /** One page, newest first. */
  list(query?: CampaignQuery, options?: CallOptions): Promise<CampaignPage>;
  /** All of them, newest first, fetched page by page on demand. `limit` is the page size. */
  all(query?: Everything<CampaignQuery>, options?: CallOptions): AsyncIterableIterator<ListedCampaign>;
  get(id: string, options?: CallOptions): Promise<Campaign>;
  /** Not retried when its outcome is unknown: that could create a second campaign. */
  create(campaign: NewCampaign, options?: CallOptions): Promise<CreatedCampaign>;
  update(id: string, patch: CampaignPatch, options?: CallOptions): Promise<UpdatedCampaign>;
  /** Tracking stops; the history is kept. */
  archive(id: string, options?: CallOptions): Promise<void>;
}

export interface Affiliates {
  list(query: InCampaign & AffiliateQuery, options?: CallOptions): Promise<AffiliatePage>;
  all(query: InCampaign & Everything<AffiliateQuery>, options?: CallOptions): AsyncIterableIterator<Affiliate>;
  /**
   * Send the link to the affiliate yourself. Not retried when its outcome is unknown: a second link would invalidate
   * the first.
   */
  invite(invitation: InCampaign & NewInvitation, options?: CallOptions): Promise<Invitation>;
  remove(affiliate: OneAffiliate, options?: CallOptions): Promise<void>;
  /** The plan that decides about new orders: the affiliate's own, else the group's, else the campaign's. */
  getPlan(affiliate: OneAffiliate, options?: CallOptions): Promise<AffiliatePlan>;
  /** It replaces the group's and the campaign's. Returns the plan that decides now, like the next two. */
  setPlan(plan: OneAffiliate & AffiliatePlanBody, options?: CallOptions): Promise<AffiliatePlan>;
  removePlan(affiliate: OneAffiliate, options?: CallOptions): Promise<AffiliatePlan>;
  moveToGroup(move: OneAffiliate & GroupMove, options?: CallOptions): Promise<AffiliatePlan>;
}

export interface Conversions {
  list(query: InCampaign & ConversionQuery, options?: CallOptions): Promise<ConversionPage>;
  all(query: InCampaign & Everything<ConversionQuery>, options?: CallOptions): AsyncIterableIterator<Conversion>;
  /**
   * Counted once, however often it is sent. An `external_id` recorded by an earlier call is rejected with
   * `duplicate_conversion`.
   */
  track(conversion: NewConversion, options?: CallOptions): Promise<Tracked>;
  /** What an order would pay if it were tracked now, and how that is calculated. Records nothing. */
  preview(order: InCampaign & PreviewedOrder, options?: CallOptions): Promise<CommissionPreview>;
  reject(id: string, rejection?: Rejection, options?: CallOptions): Promise<void>;
  unreject(id: string, options?: CallOptions): Promise<void>;
}

export interface Refunds {
  /** Counted once, however often it is sent. */
  record(conversionId: string, refund: NewRefund, options?: CallOptions): Promise<RefundOutcome>;
  /** The same, for callers who know only the order ID. */
  recordForOrder(refund: NewOrderRefund, options?: CallOptions): Promise<RefundOutcome>;
  /** For a refund that failed, or a dispute you won. */
  cancel(id: string, options?: CallOptions): Promise<RefundOutcome>;
  /** The order has a new total: a lower one is a refund, a higher one raises the commission. */
  editOrder(conversionId: string, edit: NewOrderEdit, options?: CallOptions): Promise<OrderEditOutcome>;
  list(conversionId: string, options?: CallOptions): Promise<Refund[]>;
}

export interface Tributary {
  readonly campaigns: Campaigns;
  readonly affiliates: Affiliates;
  readonly groups: Groups;
  readonly coupons: Coupons;
  readonly conversions: Conversions;
  readonly refunds: Refunds;
  /** A test account and its clock: only with a test key. */
  readonly test: TestMode;
}

export function tributaryOver(send: Transport): Tributary {
  return {
    campaigns: campaignsOver(send),
    affiliates: affiliatesOver(send),
    groups: groupsOver(send),
    coupons: couponsOver(send),
    conversions: conversionsOver(send),
    refunds: refundsOver(send),
    test: testModeOver(send),
  };
}

/** The largest page size: the fewest requests for a whole list. */
const PAGE = 100;
/** When reading a whole list, each page contains the last item of the previous one and at least one more. */
const pageOf = <Query extends { limit?: number | undefined }>(query: Query, offset: number) => ({
  ...query,
  limit: Math.max(2, query.limit ?? PAGE),
  offset,
});

function campaignsOver(send: Transport): Campaigns {
  const list: Campaigns["list"] = (query = {}, options) =>
    as(send({ ...READ, path: ["campaigns"], query: { ...query } }, options));
  return {
    list,
    all: (query = {}, options) =>
      every({
        page: async (offset) => {
          const { campaigns: items, pagination } = await list(pageOf(query, offset), options);
          return { items, pagination };
        },
        time: (campaign) => campaign.created_at,
      }),
    get: async (id, options) =>
      (await as<{ campaign: Campaign }>(send({ ...READ, path: ["campaigns", id] }, options))).campaign,
    create: async (body, options) => {
      const call = { method: "POST", path: ["campaigns"], body, repeatable: false } as const;
      return (await as<{ campaign: CreatedCampaign }>(send(call, options))).campaign;
    },
    update: async (id, body, options) => {
      const call = { method: "PATCH", path: ["campaigns", id], body, repeatable: true } as const;
      return (await as<{ campaign: UpdatedCampaign }>(send(call, options))).campaign;
    },
    archive: (id, options) => done(send({ method: "DELETE", path: ["campaigns", id], repeatable: true }, options)),
  };
}

function affiliatesOver(send: Transport): Affiliates {
  const list: Affiliates["list"] = ({ campaign_id: id, ...query }, options) =>
    as(send({ ...READ, path: ["campaigns", id, "affiliates"], query }, options));
  const pathOf = ({ campaign_id: campaign, affiliate_id: affiliate }: OneAffiliate, ...more: string[]) => [
    "campaigns",
    campaign,
    "affiliates",
    affiliate,
    ...more,
  ];
  const planIn = async (answer: Promise<object>): Promise<AffiliatePlan> =>
    (await as<{ affiliate_plan: AffiliatePlan }>(answer)).affiliate_plan;
  return {
    list,
    all: (query, options) =>
      every({
        page: async (offset) => {
          const { affiliates: items, pagination } = await list(pageOf(query, offset), options);
          return { items, pagination };
        },
        time: (affiliate) => affiliate.joined_at,
      }),
    invite: ({ campaign_id: id, ...body }, options) =>
      as(send({ method: "POST", path: ["campaigns", id, "affiliates"], body, repeatable: false }, options)),
    remove: (which, options) => {
      const recover = whenAlready("affiliate_not_found");
      return done(send({ method: "DELETE", path: pathOf(which), repeatable: true, recover }, options));
    },
    getPlan: (which, options) => planIn(send({ ...READ, path: pathOf(which, "plan") }, options)),
    setPlan: ({ plan, ...which }, options) =>
      planIn(send({ method: "PUT", path: pathOf(which, "plan"), body: { plan }, repeatable: true }, options)),
    removePlan: (which, options) =>
      planIn(send({ method: "DELETE", path: pathOf(which, "plan"), repeatable: true }, options)),
    moveToGroup: ({ group_id, ...which }, options) =>
      planIn(send({ method: "PUT", path: pathOf(which, "group"), body: { group_id }, repeatable: true }, options)),
  };
}

function conversionsOver(send: Transport): Conversions {
  const list: Conversions["list"] = ({ campaign_id: id, ...query }, options) =>
    as(send({ ...READ, path: ["campaigns", id, "conversions"], query }, options));
  const change = (id: string, action: "reject" | "unreject", already: string) =>
    ({
      method: "POST",
      path: ["conversions", id, action],
      repeatable: true,
      recover: whenAlready(already),
    }) as const;
  return {
    list,
    all: (query, options) =>
      every({
        page: async (offset) => {
          const { conversions: items, pagination } = await list(pageOf(query, offset), options);
          return { items, pagination };
        },
        time: (conversion) => conversion.created_at,
      }),
    track: async (body, options) => {
      // Tried once: without it the error still names the conversion, and the caller has waited long enough.
      const newest = () => list({ campaign_id: body.campaign_id, limit: PAGE }, { ...options, retries: 0 });
      const recover = (refusal: Failed) => recordedBefore(refusal, body, newest);
      const call = { method: "POST", path: ["conversions"], body, repeatable: true, recover } as const;
      const answer = await as<Omit<Recovered, "recovered"> & { recovered?: true }>(send(call, options));
      return { ...answer.conversion, recovered: answer.recovered ?? false };
    },
    preview: ({ campaign_id: id, ...body }, options) =>
      as(send({ method: "POST", path: ["campaigns", id, "commission-preview"], body, repeatable: true }, options)),
    reject: (id, rejection, options) => {
      const call = change(id, "reject", "conversion_already_rejected");
      return done(send(rejection === undefined ? call : { ...call, body: rejection }, options));
    },
    unreject: (id, options) => done(send(change(id, "unreject", "conversion_not_rejected"), options)),
  };
}

function refundsOver(send: Transport): Refunds {
  const post = (path: readonly string[], body?: object) =>
    ({ method: "POST", path, repeatable: true, ...(body ? { body } : {}) }) as const;
  return {
    record: (id, body, options) => as(send(post(["conversions", id, "refunds"], body), options)),
    recordForOrder: (body, options) => as(send(post(["refunds"], body), options)),
    editOrder: (id, body, options) => as(send(post(["conversions", id, "edits"], body), options)),
    cancel: (id, options) => as(send(post(["refunds", id, "cancel"]), options)),
    list: async (id, options) => {
      const call = { ...READ, path: ["conversions", id, "refunds"] };
      return (await as<{ refunds: Refund[] }>(send(call, options))).refunds;
    },
  };
}
