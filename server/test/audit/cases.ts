import sql from "sql-template-tag";
import { aPng } from "../formats/pictures.ts";
import { giveDetails, theirIban } from "../payouts/till.ts";
import { findCredentialsByEmail } from "../../src/store/people/users.ts";
import { call, CsvBody } from "../support/app.ts";
import { anOrderId, campaignBody } from "../support/world.ts";
import { recordOf, withSession, type Kind, type Tenant } from "../tenants/tenant.ts";
import { a, done, send, type Case, type Made } from "./making.ts";
import { connectorCases } from "./connector-cases.ts";
import { couponCases } from "./coupon-cases.ts";
import { planCases } from "./plan-cases.ts";

const account = "/api/dashboard/:account_id";
const EVENTS = ["conversion.created"];
const URL = "https://93.184.215.14/hook";

const nothing = (body?: unknown) => async (): Promise<Made> => ({ body });
/** Creates the record, then sends an owner's request about it. */
const after =
  (kind: Kind, path: (id: string) => readonly [string, string], sent?: unknown) =>
  async (tenant: Tenant): Promise<Made> => {
    const id = await recordOf(tenant, kind);
    await done(send(tenant, path(id), sent));
    return { ids: { id } };
  };

/** An affiliate who is pending approval in a private campaign. */
async function aPendingAffiliation(tenant: Tenant): Promise<Made> {
  const campaign = await recordOf(tenant, "campaign");
  await done(send(tenant, ["PATCH", `campaigns/${campaign}`], { visibility: "private" }));
  const affiliation = await recordOf(tenant, "affiliation");
  await done(send(tenant, ["DELETE", `affiliations/${affiliation}`]));
  const invited = await tenant.merchant.call("POST", `/v1/campaigns/${campaign}/affiliates`, {
    body: { email: tenant.affiliateEmail },
  });
  const token = String(invited.body.invite_link).split("/").at(-1);
  const headers = withSession(tenant.affiliateSession);
  await done(call(tenant.app, "POST", `/api/portal/invitations/${token}/accept`, { headers }));
  return { ids: { id: affiliation } };
}

/** Approved, with its maturation period already over. */
async function aMatureConversion(tenant: Tenant): Promise<string> {
  const campaign = await recordOf(tenant, "campaign");
  await done(send(tenant, ["PATCH", `campaigns/${campaign}`], { maturation_days: 0 }));
  const id = await recordOf(tenant, "conversion");
  await done(send(tenant, ["POST", `conversions/${id}/approve`]));
  return id;
}

async function somethingToPay(tenant: Tenant): Promise<Made> {
  await aMatureConversion(tenant);
  const credentials = await findCredentialsByEmail(tenant.app.db, tenant.affiliateEmail);
  if (credentials) await giveDetails(tenant.app, credentials.user.id, theirIban("Ada Lovelace"));
  return { body: { affiliate_id: await recordOf(tenant, "affiliate"), currency: "EUR" } };
}

async function twoConversions(tenant: Tenant): Promise<Made> {
  const [campaign, code] = [await recordOf(tenant, "campaign"), await recordOf(tenant, "code")];
  const body = { campaign_id: campaign, affiliate_code: code, external_id: anOrderId(), amount: 10 };
  const other = await tenant.merchant.call("POST", "/v1/conversions", { body });
  const ids = [await recordOf(tenant, "conversion"), other.body.conversion.id as string, "conv_unknown"];
  return { body: { action: "approve", ids } };
}

async function aFailedDelivery(tenant: Tenant): Promise<Made> {
  const { app } = tenant;
  const delivery = await recordOf(tenant, "delivery");
  await app.db.query(
    sql`update deliveries set status = 'failed', ended_at = ${app.clock.now()} where status = 'waiting'`,
  );
  return { ids: { id: delivery } };
}

async function bankResults(tenant: Tenant): Promise<Made> {
  const payout = await recordOf(tenant, "payout");
  return { body: new CsvBody(`payout_id,status\n${payout},paid\npo_unknown,paid\n`) };
}

const payer = { name: "Merchant", iban: "DE89370400440532013000" };

/** One line per route that changes something. A route without one fails every-change.test.ts. */
export const cases: Readonly<Record<string, Case>> = {
  "POST /v1/campaigns": { make: nothing(campaignBody), leaves: ["campaign.created"] },
  "PATCH /v1/campaigns/:id": { make: a("campaign", { name: "Summer" }), leaves: ["campaign.updated"] },
  "DELETE /v1/campaigns/:id": { make: a("campaign"), leaves: ["campaign.updated"] },
  "POST /v1/campaigns/:campaign_id/affiliates": {
    make: a("campaign", { email: "new@partner.example" }, "campaign_id"),
    leaves: ["invitation.created"],
  },
  "DELETE /v1/campaigns/:campaign_id/affiliates/:affiliate_id": {
    make: async (tenant) => ({
      ids: { campaign_id: await recordOf(tenant, "campaign"), affiliate_id: await recordOf(tenant, "affiliate") },
    }),
    leaves: ["affiliation.removed"],
  },
  "POST /v1/campaigns/:id/commission-preview": {
    make: async (tenant) => ({
      ids: { id: await recordOf(tenant, "campaign") },
      body: { affiliate_code: await recordOf(tenant, "code"), amount: 10 },
    }),
    leaves: [],
  },
  "POST /v1/conversions/:id/reject": { make: a("conversion"), leaves: ["conversion.rejected"] },
  "POST /v1/conversions/:id/unreject": {
    make: after("conversion", (id) => ["POST", `conversions/${id}/reject`]),
    leaves: ["conversion.unrejected"],
  },
  "POST /v1/conversions/:id/refunds": {
    make: a("conversion", { external_id: "refund-1", amount: 1 }),
    leaves: ["conversion.refunded"],
  },
  // A lower total is a refund.
  "POST /v1/conversions/:id/edits": {
    make: a("conversion", { external_id: "edit-1", amount: 1 }),
    leaves: ["conversion.refunded", "conversion.order_edited"],
  },
  "POST /v1/refunds": {
    make: async (tenant) => ({
      body: { conversion_external_id: await recordOf(tenant, "order"), external_id: "refund-2", amount: 1 },
    }),
    leaves: ["conversion.refunded"],
  },
  "POST /v1/refunds/:id/cancel": { make: a("refund"), leaves: ["conversion.refund_cancelled"] },

  [`POST ${account}/campaigns`]: { make: nothing(campaignBody), leaves: ["campaign.created"] },
  [`PATCH ${account}/campaigns/:id`]: {
    make: a("campaign", { max_budget: 100, auto_approve: "when_matured" }),
    leaves: ["campaign.updated"],
  },
  [`DELETE ${account}/campaigns/:id`]: { make: a("campaign"), leaves: ["campaign.updated"] },
  [`POST ${account}/affiliations/:id/approve`]: { make: aPendingAffiliation, leaves: ["affiliation.approved"] },
  [`POST ${account}/affiliations/:id/reject`]: { make: aPendingAffiliation, leaves: ["affiliation.rejected"] },
  [`POST ${account}/affiliations/:id/suspend`]: { make: a("affiliation"), leaves: ["affiliation.suspended"] },
  [`POST ${account}/affiliations/:id/restore`]: {
    make: after("affiliation", (id) => ["POST", `affiliations/${id}/suspend`]),
    leaves: ["affiliation.restored"],
  },
  [`DELETE ${account}/affiliations/:id`]: { make: a("affiliation"), leaves: ["affiliation.removed"] },
  [`POST ${account}/invitations`]: {
    make: async (tenant) => ({
      body: {
        campaign_id: await recordOf(tenant, "campaign"),
        emails: ["one@partner.example", "two@partner.example", "no address", tenant.affiliateEmail],
      },
    }),
    leaves: ["invitation.created", "invitation.created"],
  },
  [`POST ${account}/invitations/:id/renew`]: { make: a("invitation"), leaves: ["invitation.created"] },
  [`DELETE ${account}/invitations/:id`]: { make: a("invitation"), leaves: ["invitation.withdrawn"] },
  [`POST ${account}/conversions/:id/approve`]: { make: a("conversion"), leaves: ["conversion.approved"] },
  [`POST ${account}/conversions/:id/reject`]: { make: a("conversion"), leaves: ["conversion.rejected"] },
  [`POST ${account}/conversions/:id/unreject`]: {
    make: after("conversion", (id) => ["POST", `conversions/${id}/reject`]),
    leaves: ["conversion.unrejected"],
  },
  [`POST ${account}/conversions/bulk`]: {
    make: twoConversions,
    leaves: ["conversion.approved", "conversion.approved"],
  },
  [`POST ${account}/conversions/:id/claw-back`]: {
    make: async (tenant) => ({ ids: { id: await aMatureConversion(tenant) }, body: { reason: "returned" } }),
    leaves: ["conversion.clawed_back"],
  },
  [`POST ${account}/claw-backs/:id/undo`]: {
    make: a("claw_back", { reason: "Wrong order" }),
    leaves: ["conversion.claw_back_undone"],
  },
  [`POST ${account}/conversions/:id/refunds`]: {
    make: a("conversion", { amount: 1 }),
    leaves: ["conversion.refunded"],
  },
  [`POST ${account}/refunds/:id/cancel`]: { make: a("refund"), leaves: ["conversion.refund_cancelled"] },
  // In its own log: nothing that happens in test mode is part of the live account.
  [`POST ${account}/test-accounts`]: { make: nothing({}), leaves: [] },
  [`POST ${account}/api-keys`]: { make: nothing({ name: "Shop" }), leaves: ["key.created"] },
  [`DELETE ${account}/api-keys/:id`]: { make: a("key"), leaves: ["key.revoked"] },
  [`POST ${account}/webhook-endpoints`]: {
    make: nothing({ url: URL, events: EVENTS }),
    leaves: ["endpoint.created"],
  },
  [`PATCH ${account}/webhook-endpoints/:id`]: { make: a("endpoint", { enabled: false }), leaves: ["endpoint.updated"] },
  [`DELETE ${account}/webhook-endpoints/:id`]: { make: a("endpoint"), leaves: ["endpoint.deleted"] },
  [`POST ${account}/webhook-endpoints/:id/rotate`]: { make: a("endpoint"), leaves: ["endpoint.rotated"] },
  [`POST ${account}/webhook-endpoints/:id/test`]: { make: a("endpoint"), leaves: ["endpoint.tested"] },
  [`POST ${account}/deliveries/:id/resend`]: { make: aFailedDelivery, leaves: ["delivery.resent"] },
  [`POST ${account}/deliveries/resend-failed`]: {
    make: async (tenant) => {
      await aFailedDelivery(tenant);
      return { body: { since: "2020-01-01T00:00:00.000Z" } };
    },
    leaves: ["delivery.failed_resent"],
  },
  [`POST ${account}/claims/:id/answer`]: { make: a("claim", { text: "Not ours." }), leaves: ["claim.answered"] },
  [`POST ${account}/claims/:id/convert`]: { make: a("claim", { amount: 10 }), leaves: ["claim.converted"] },
  [`POST ${account}/payouts`]: { make: somethingToPay, leaves: ["payout.created"] },
  [`POST ${account}/payouts/:id/paid`]: { make: a("payout"), leaves: ["payout.paid"] },
  [`POST ${account}/payouts/:id/failed`]: { make: a("payout"), leaves: ["payout.failed"] },
  [`POST ${account}/payouts/:id/cancel`]: { make: a("payout"), leaves: ["payout.cancelled"] },
  [`POST ${account}/payout-batches`]: {
    make: async (tenant) => {
      await somethingToPay(tenant);
      return { body: { currency: "EUR" } };
    },
    leaves: ["batch.created"],
  },
  // Without a mail server nothing is sent; mail/payout-reminders.test.ts checks the entry.
  [`POST ${account}/payout-reminders`]: { make: nothing(), leaves: [] },
  [`POST ${account}/payout-batches/:id/paid`]: { make: a("batch"), leaves: ["payout.paid"] },
  [`POST ${account}/payout-batches/:id/files`]: {
    make: a("batch", { format: "csv" }),
    leaves: ["batch.file_written"],
  },
  [`POST ${account}/payout-imports/preview`]: { make: bankResults, leaves: [] },
  [`POST ${account}/payout-imports`]: { make: bankResults, leaves: ["payout.paid"] },
  [`PUT ${account}/payout-settings/payer`]: { make: nothing(payer), leaves: ["account.payer_set"] },
  [`DELETE ${account}/payout-settings/payer`]: {
    make: async (tenant) => {
      await done(send(tenant, ["PUT", "payout-settings/payer"], payer));
      return {};
    },
    leaves: ["account.payer_removed"],
  },
  [`PUT ${account}/payout-settings/schedule`]: {
    make: nothing({ currency: "EUR", day: 5, minimum: 20 }),
    leaves: ["account.schedule_set"],
  },
  [`PUT ${account}/campaigns/:id/page`]: {
    make: a("campaign", { slug: "join-us", open: true }),
    leaves: ["campaign.updated"],
  },
  [`PATCH ${account}/branding`]: {
    make: nothing({ accent: "#0b625e", sender_name: "Rivers", cover_line: "Since 1912" }),
    leaves: ["account.branding_changed"],
  },
  [`PUT ${account}/branding/logo`]: {
    make: nothing({ content: aPng().toString("base64") }),
    leaves: ["account.branding_changed"],
  },
  [`DELETE ${account}/branding/logo`]: { make: nothing(), leaves: ["account.branding_changed"] },
  [`PUT ${account}/name`]: { make: nothing({ name: "Rivers & Daughters" }), leaves: ["account.renamed"] },
  [`PATCH ${account}/members/:user_id`]: {
    make: a("user", { role: "viewer" }, "user_id"),
    leaves: ["member.role_changed"],
  },
  [`DELETE ${account}/members/:user_id`]: { make: a("user", undefined, "user_id"), leaves: ["member.removed"] },
  [`POST ${account}/member-invitations`]: {
    make: async () => ({ body: { email: `${anOrderId()}@shop.example`, role: "viewer" } }),
    leaves: ["member.invited"],
  },
  [`POST ${account}/member-invitations/:id/renew`]: { make: a("member_invitation"), leaves: ["member.invited"] },
  [`DELETE ${account}/member-invitations/:id`]: {
    make: a("member_invitation"),
    leaves: ["member.invitation_withdrawn"],
  },
  ...planCases,
  ...couponCases,
  ...connectorCases,
};
