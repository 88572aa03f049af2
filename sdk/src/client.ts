import type { Failed } from "./attempt.ts";
import { every } from "./every.ts";
import type {
  AffiliatePage,
  AffiliateQuery,
  CampaignPage,
  CampaignPatch,
  CampaignQuery,
  ConversionPage,
  ConversionQuery,
  NewCampaign,
  NewConversion,
  NewInvitation,
  NewOrderEdit,
  NewOrderRefund,
  NewRefund,
  Rejection,
} from "./requests.ts";
import type {
  Affiliate,
  Campaign,
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
import { recordedBefore, type Recovered } from "./recorded-before.ts";
import { createTransport, type CallOptions, type Transport, type TributaryOptions } from "./transport.ts";

export interface InCampaign {
  readonly campaign_id: string;
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
  remove(affiliate: InCampaign & { readonly affiliate_id: string }, options?: CallOptions): Promise<void>;
}

export interface Conversions {
  list(query: InCampaign & ConversionQuery, options?: CallOptions): Promise<ConversionPage>;
  all(query: InCampaign & Everything<ConversionQuery>, options?: CallOptions): AsyncIterableIterator<Conversion>;
  /**
   * Counted once, however often it is sent. An `external_id` recorded by an earlier call is rejected with
   * `duplicate_conversion`.
   */
  track(conversion: NewConversion, options?: CallOptions): Promise<Tracked>;
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
  readonly conversions: Conversions;
  readonly refunds: Refunds;
}

/** A client for the API of one account. It holds no connections and need not be closed. */
export function createTributary(options: TributaryOptions): Tributary {
  return tributaryOver(createTransport(options));
}

export function tributaryOver(send: Transport): Tributary {
  return {
    campaigns: campaignsOver(send),
    affiliates: affiliatesOver(send),
    conversions: conversionsOver(send),
    refunds: refundsOver(send),
  };
}

// The server checks every response against a schema, and these types are proven equal to it.
const as = async <Body>(answer: Promise<object>): Promise<Body> => (await answer) as Body;
const done = async (answer: Promise<object>): Promise<void> => void (await answer);
/** If the wanted state is already reached, an earlier attempt of this call caused it, or someone else did. */
const whenAlready =
  (...codes: string[]) =>
  ({ code }: { code: string }): object | undefined =>
    codes.includes(code) ? {} : undefined;

const READ = { method: "GET", repeatable: true } as const;
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
    remove: ({ campaign_id: campaign, affiliate_id: affiliate }, options) =>
      done(
        send(
          {
            method: "DELETE",
            path: ["campaigns", campaign, "affiliates", affiliate],
            repeatable: true,
            recover: whenAlready("affiliate_not_found"),
          },
          options,
        ),
      ),
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
