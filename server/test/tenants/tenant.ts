import sql from "sql-template-tag";
import { idOf, parseId, uuidOf, type IdKind } from "../../src/domain/ids.ts";
import { findCredentialsByEmail } from "../../src/store/people/users.ts";
import { random } from "../../src/system/random.ts";
import { createKey } from "../../src/usecases/keys/create-key.ts";
import { inviteMember } from "../../src/usecases/members/invite-member.ts";
import { createConnector } from "../../src/usecases/connectors/create-connector.ts";
import { createEndpoint } from "../../src/usecases/webhooks/create-endpoint.ts";
import { sendTestEvent } from "../../src/usecases/webhooks/send-test-event.ts";
import { call, type TestApp } from "../support/app.ts";
import { send as sendEvent } from "../connectors/inbox-world.ts";
import { giveDetails, theirIban } from "../payouts/till.ts";
import { aClick } from "../support/clicks.ts";
import { tracked, type Shop } from "../support/shop.ts";
import { aCampaign, aMerchant, anAffiliate, anOrderId, type Merchant } from "../support/world.ts";

/** Everything that a request can name. A code is not an ID, but it also names an affiliation. */
export const kinds = [
  "account",
  "campaign",
  "affiliate",
  "affiliation",
  "group",
  "coupon",
  "code",
  "click",
  "conversion",
  "invitation",
  "key",
  "endpoint",
  "delivery",
  "claim",
  "payout",
  "batch",
  "session",
  "user",
  "member_invitation",
  "order",
  "refund",
  "claw_back",
  "connector",
  "receipt",
] as const;
export type Kind = (typeof kinds)[number];

/** A merchant with sessions of members and an affiliate, who creates one record of each kind on demand. */
export interface Tenant {
  readonly app: TestApp;
  readonly merchant: Merchant;
  readonly session: string;
  readonly affiliateSession: string;
  readonly affiliateEmail: string;
  readonly made: Map<Kind, string>;
}

export async function aTenant(app: TestApp): Promise<Tenant> {
  const merchant = await aMerchant(app);
  const affiliate = await anAffiliate(app, merchant, await aCampaign(merchant));
  const session = await signIn(app, merchant);
  return {
    app,
    merchant,
    session,
    affiliateSession: affiliate.cookie,
    affiliateEmail: affiliate.email,
    made: new Map(),
  };
}

async function signIn(app: TestApp, { email, password }: Merchant): Promise<string> {
  const { headers, text, status } = await call(app, "POST", "/api/session", { body: { email, password } });
  if (status !== 200) throw new Error(text);
  return String(headers["set-cookie"]).split(";", 1)[0] ?? "";
}

export const withSession = (cookie: string): Record<string, string> => ({ cookie, "sec-fetch-site": "same-origin" });

/** The tenant's record of this kind, the same one until `forget`. */
export async function recordOf(tenant: Tenant, kind: Kind): Promise<string> {
  const known = tenant.made.get(kind);
  if (known !== undefined) return known;
  const made = await makers[kind](tenant);
  tenant.made.set(kind, made);
  return made;
}

/** The next tests start with new records: a test may have archived or removed these. */
export const forget = (tenant: Tenant): void => tenant.made.clear();

/** A well-formed ID that does not exist. */
export function unknownIdOf(kind: Kind): string {
  return kind === "code" ? random.affiliateCode() : idOf(kind, random.uuid(new Date()));
}

const makers: Readonly<Record<Kind, (tenant: Tenant) => Promise<string>>> = {
  account: async ({ merchant }) => merchant.accountId,
  campaign: aJoinedCampaign,
  affiliate: async (tenant) => (await shopOf(tenant)).affiliate.affiliateId,
  affiliation: async (tenant) => (await shopOf(tenant)).affiliate.affiliationId,
  group: async (tenant) => {
    const path = `/v1/campaigns/${await recordOf(tenant, "campaign")}/groups`;
    return (await tenant.merchant.call("POST", path, { body: { name: anOrderId() } })).body.group.id as string;
  },
  coupon: async (tenant) => {
    const path = `/v1/campaigns/${await recordOf(tenant, "campaign")}/coupons`;
    const body = { code: anOrderId(), affiliate_id: await recordOf(tenant, "affiliate") };
    return (await tenant.merchant.call("POST", path, { body })).body.coupon.id as string;
  },
  code: async (tenant) => (await shopOf(tenant)).affiliate.code,
  click: async (tenant) => aClick(await shopOf(tenant)),
  conversion: async (tenant) => tracked(await shopOf(tenant)),
  invitation: anInvitation,
  key: async ({ merchant }) => (await createKey(merchant.context, "another")).key.id,
  endpoint: async ({ merchant }) => {
    const input = { url: "https://93.184.215.14/hook", events: ["conversion.created"] };
    return (await createEndpoint(merchant.context, input)).endpoint.id;
  },
  delivery: async (tenant) => {
    const endpoint = parseId("endpoint", await recordOf(tenant, "endpoint"));
    if (!endpoint) throw new Error("No endpoint ID.");
    return (await sendTestEvent(tenant.merchant.context, endpoint)).id;
  },
  claim: async (tenant) => {
    const { app, campaignId, affiliate } = await shopOf(tenant);
    const headers = withSession(affiliate.cookie);
    const body = { campaign_id: campaignId, external_id: anOrderId(), approximate_time: "2026-03-01T10:00:00.000Z" };
    const asked = await call(app, "POST", "/api/portal/claims", { headers, body });
    if (asked.status !== 200) throw new Error(asked.text);
    const { id } = asked.body.claim;
    // The merchant sees it only once it is opened.
    await call(app, "POST", `/api/portal/claims/${id}/open`, { headers });
    return id as string;
  },
  payout: async (tenant) => (await aPayout(tenant)).id,
  batch: async (tenant) => {
    const { body } = await call(tenant.app, "GET", pathOf(tenant, `payouts/${await recordOf(tenant, "payout")}`), {
      headers: withSession(tenant.session),
    });
    return body.payout.batch_id as string;
  },
  session: async (tenant) => {
    const headers = withSession(await signIn(tenant.app, tenant.merchant));
    const { body } = await call(tenant.app, "GET", "/api/session/list", { headers });
    return (body.sessions as { id: string; current: boolean }[]).find(({ current }) => current)?.id ?? "";
  },
  // A member of the account in addition to its owner.
  user: async ({ app, merchant }) => {
    const { link } = await inviteMember(merchant.context, { email: `${anOrderId()}@shop.example`, role: "manager" });
    const accept = `/api/session/member-invitations/${link.split("/").at(-1)}/accept`;
    const body = { name: "Colleague", password: "correct horse battery" };
    const { headers, status, text } = await call(app, "POST", accept, { body });
    if (status !== 200) throw new Error(text);
    const cookie = String(headers["set-cookie"]).split(";", 1)[0] ?? "";
    return (await call(app, "GET", "/api/session", { headers: { cookie } })).body.user.id as string;
  },
  member_invitation: async ({ merchant }) =>
    (await inviteMember(merchant.context, { email: `${anOrderId()}@shop.example`, role: "viewer" })).invitation.id,
  order: async (tenant) => {
    const externalId = anOrderId();
    await tracked(await shopOf(tenant), { external_id: externalId });
    return externalId;
  },
  refund: async (tenant) => {
    const body = { external_id: anOrderId(), amount: 1 };
    const path = `/v1/conversions/${await recordOf(tenant, "conversion")}/refunds`;
    return (await tenant.merchant.call("POST", path, { body })).body.refund.id as string;
  },
  claw_back: aClawBack,
  connector: async ({ app, merchant }) => {
    // An account has only a few, and many tests create one.
    await app.db.query(sql`update connectors set deleted_at = now() where account_id = ${uuidOf(merchant.accountId)}`);
    const input = { provider: "generic", secret: CONNECTOR_SECRET };
    return (await createConnector(merchant.context, input)).connector.id;
  },
  receipt: async (tenant) => {
    const { app } = tenant;
    const connector = await recordOf(tenant, "connector");
    const event = { type: "order.paid", external_id: anOrderId(), amount: 10, currency: "EUR" };
    const sent = await sendEvent(app, { id: connector, secret: CONNECTOR_SECRET }, event);
    if (sent.status !== 200) throw new Error(sent.text);
    const path = pathOf(tenant, `connectors/${connector}/receipts`);
    return (await call(app, "GET", path, { headers: withSession(tenant.session) })).body.receipts[0].id as string;
  },
};

const CONNECTOR_SECRET = "every tenant of the tests has the same";

const pathOf = ({ merchant }: Tenant, path: string): string => `/api/dashboard/${merchant.accountId}/${path}`;

/** Of its own conversion, which matures immediately. */
async function aPayout(tenant: Tenant): Promise<{ id: string }> {
  const { app, merchant, session, affiliateEmail } = tenant;
  const { campaignId, affiliate } = await shopOf(tenant);
  await merchant.call("PATCH", `/v1/campaigns/${campaignId}`, { body: { maturation_days: 0 } });
  const { body: order } = await merchant.call("POST", "/v1/conversions", {
    body: { campaign_id: campaignId, affiliate_code: affiliate.code, external_id: anOrderId(), amount: 100 },
  });
  const headers = withSession(session);
  await call(app, "POST", pathOf(tenant, `conversions/${order.conversion.id}/approve`), { headers });
  const credentials = await findCredentialsByEmail(app.db, affiliateEmail);
  if (credentials) await giveDetails(app, credentials.user.id, theirIban("Ada Lovelace"));
  const body = { affiliate_id: affiliate.affiliateId, currency: "EUR" };
  const made = await call(app, "POST", pathOf(tenant, "payouts"), { headers, body });
  if (made.status !== 200) throw new Error(made.text);
  return made.body.payout as { id: string };
}

/** Of a part of the commission in the tenant's payout, so that later payouts still have an amount. */
async function aClawBack(tenant: Tenant): Promise<string> {
  const headers = withSession(tenant.session);
  const lines = pathOf(tenant, `payouts/${await recordOf(tenant, "payout")}/lines`);
  const { body } = await call(tenant.app, "GET", lines, { headers });
  const [newest] = (body.lines as { conversion_id: string; created_at: string }[]).toSorted((one, other) =>
    other.created_at.localeCompare(one.created_at),
  );
  const refund = pathOf(tenant, `conversions/${newest?.conversion_id}/refunds`);
  const made = await call(tenant.app, "POST", refund, { headers, body: { amount: 1 } });
  if (made.status !== 200) throw new Error(made.text);
  return made.body.claw_back.id as string;
}

/** A campaign that the tenant's affiliate joins with their existing session. */
async function aJoinedCampaign({ app, merchant, affiliateEmail, affiliateSession }: Tenant): Promise<string> {
  // The same name again would take one statement per campaign that has it.
  const campaignId = await aCampaign(merchant, { name: `Sale ${anOrderId()}` });
  const path = `/v1/campaigns/${campaignId}/affiliates`;
  const { body } = await merchant.call("POST", path, { body: { email: affiliateEmail } });
  const accept = `/api/portal/invitations/${String(body.invite_link).split("/").at(-1)}/accept`;
  const { status, text } = await call(app, "POST", accept, { headers: withSession(affiliateSession) });
  if (status !== 200) throw new Error(text);
  return campaignId;
}

async function shopOf(tenant: Tenant): Promise<Shop> {
  const { app, merchant, affiliateEmail: email, affiliateSession: cookie } = tenant;
  const campaignId = await recordOf(tenant, "campaign");
  const { body } = await merchant.call("GET", `/v1/campaigns/${campaignId}/affiliates`);
  const { id: affiliateId, affiliation_id: affiliationId, affiliate_code: code } = body.affiliates[0];
  return { app, merchant, campaignId, affiliate: { affiliateId, affiliationId, code, email, cookie } };
}

async function anInvitation(tenant: Tenant): Promise<string> {
  const campaignId = await recordOf(tenant, "campaign");
  const body = { email: "invited@partner.example" };
  await tenant.merchant.call("POST", `/v1/campaigns/${campaignId}/affiliates`, { body });
  const [row] = await tenant.app.db.query<{ id: string }>(sql`
    select id from invitations where campaign_id = ${uuid("campaign", campaignId)} and email = ${body.email}`);
  return idOf("invitation", row?.id ?? "");
}

const uuid = (kind: IdKind, text: string): string => {
  const id = parseId(kind, text);
  if (!id) throw new Error(`${text} is not an ID.`);
  return uuidOf(id);
};
