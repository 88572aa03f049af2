import { CsvBody } from "../support/app.ts";
import { anOrderId, campaignBody } from "../support/world.ts";
import { aPng } from "../formats/pictures.ts";
import { open, openRows, type OpenRow } from "./open-rows.ts";
import type { Kind } from "./tenant.ts";

/**
 * Who may use a route:
 * - `key`: programs of an account, by API key (/v1)
 * - `member`: members of an account, by session; the path contains :account_id
 * - `affiliate`: an affiliate, by session (the portal)
 * - `person`: every signed-in person, about themselves
 */
export type Access = "key" | "member" | "affiliate" | "person";

/**
 * Where a request names a record, and its kind: `id` in the path, `?id` in the query, `body.id` and `body.ids[]` in the
 * body.
 */
export type References = Readonly<Record<string, Kind>>;

export interface Row {
  readonly access: Access;
  /** Several if a route accepts alternatives. */
  readonly variants: readonly References[];
  /** The other fields that a valid body needs. */
  readonly body?: (() => Record<string, unknown> | CsvBody) | undefined;
  /**
   * The status when a stranger requests foreign records within their own account: 404, except for filters, which match
   * nothing, and bulk requests, which respond per record.
   */
  readonly own: number;
}

interface More {
  readonly body?: () => Record<string, unknown> | CsvBody;
  readonly own?: number;
}

const row =
  (access: Access) =>
  (references: References | readonly References[] = {}, { body, own = 404 }: More = {}): Row => ({
    access,
    variants: Array.isArray(references) ? (references as References[]) : [references as References],
    body,
    own,
  });
const key = row("key");
const member = row("member");
const affiliate = row("affiliate");
const person = row("person");

const account = "/api/dashboard/:account_id";
const filtered = { own: 200 };
const claim = () => ({ external_id: anOrderId(), approximate_time: "2026-03-01T10:00:00.000Z" });
const noResults = () => new CsvBody("payout_id,status\n");
const inEuro = () => ({ currency: "EUR" });
const bothProofs = () => ({ password: "wrong password", code: "123456" });
const email = () => ({ email: "somebody@partner.example" });

/** One line per route, from which tenants.test.ts generates requests. */
export const matrix: Readonly<Record<string, Row | OpenRow>> = {
  "GET /v1/campaigns": key(),
  "POST /v1/campaigns": key({}, { body: () => campaignBody }),
  "GET /v1/campaigns/:id": key({ id: "campaign" }),
  "PATCH /v1/campaigns/:id": key({ id: "campaign" }, { body: () => ({ name: "Taken over" }) }),
  "DELETE /v1/campaigns/:id": key({ id: "campaign" }),
  "GET /v1/campaigns/:campaign_id/affiliates": key({ campaign_id: "campaign" }),
  "POST /v1/campaigns/:campaign_id/affiliates": key({ campaign_id: "campaign" }, { body: email }),
  "DELETE /v1/campaigns/:campaign_id/affiliates/:affiliate_id": key({
    campaign_id: "campaign",
    affiliate_id: "affiliate",
  }),
  "GET /v1/campaigns/:campaign_id/conversions": key(
    [{ campaign_id: "campaign" }, { campaign_id: "campaign", "?affiliate_id": "affiliate" }],
    filtered,
  ),
  "POST /v1/conversions": key(
    [
      { "body.campaign_id": "campaign", "body.affiliate_code": "code" },
      { "body.campaign_id": "campaign", "body.click_id": "click" },
    ],
    { body: () => ({ external_id: anOrderId(), amount: 10 }) },
  ),
  "POST /v1/conversions/:id/reject": key({ id: "conversion" }),
  "POST /v1/conversions/:id/unreject": key({ id: "conversion" }),

  "GET /api/session": person(),
  "GET /api/session/list": person(),
  "DELETE /api/session/list/:session_id": person({ session_id: "session" }),
  "POST /api/session/password": person(
    {},
    { body: () => ({ current_password: "wrong password", new_password: "another password" }) },
  ),
  "GET /api/session/signup": open("Shows whether sign-up is open."),
  "POST /api/session/signup": open("Creates an account and reads no other."),
  "POST /api/session/signup/confirm": open("Creates an account and reads no other."),
  "GET /api/session/second-factor": person(),
  "POST /api/session/second-factor/setup": person({}, { body: () => ({ password: "wrong password" }) }),
  "POST /api/session/second-factor/confirm": person({}, { body: () => ({ code: "123456" }) }),
  "POST /api/session/second-factor/recovery-codes": person({}, { body: bothProofs }),
  "DELETE /api/session/second-factor": person({}, { body: bothProofs }),
  "PUT /api/session/name": open("Changes the signed-in person's own name; the request names nobody else."),
  "POST /api/session/code": open("The first step's token and a code identify the person."),
  "POST /api/session": open("The password identifies the person."),
  "DELETE /api/session": open("Ends the session whose cookie was sent, and no other."),

  "POST /api/session/reset": open("Responds the same for known and unknown people."),
  "POST /api/session/reset/:token": open("The token from the email authorizes setting a password."),
  "POST /api/session/verification": open(
    "Sends a code to the signed-in person's address; the request has no parameters.",
  ),
  "POST /api/session/verification/confirm": person({}, { body: () => ({ code: "12345678" }) }),

  "DELETE /api/session/accounts/:account_id": person(),
  "GET /api/session/member-invitations/:token": open("The token in the path authorizes viewing it."),
  "POST /api/session/member-invitations/:token/accept": open("The token authorizes the invited person to accept."),

  [`GET ${account}/setup`]: member(),
  [`GET ${account}/campaigns`]: member(),
  [`GET ${account}/campaigns.csv`]: member(),
  [`POST ${account}/campaigns`]: member({}, { body: () => campaignBody }),
  [`GET ${account}/campaigns/:id`]: member({ id: "campaign" }),
  [`GET ${account}/campaigns/:id/tracking`]: member({ id: "campaign" }),
  [`PATCH ${account}/campaigns/:id`]: member({ id: "campaign" }, { body: () => ({ name: "Taken over" }) }),
  [`DELETE ${account}/campaigns/:id`]: member({ id: "campaign" }),
  [`GET ${account}/affiliates`]: member({ "?campaign_id": "campaign" }, filtered),
  [`GET ${account}/affiliates.csv`]: member({ "?campaign_id": "campaign" }, filtered),
  [`GET ${account}/affiliates/by-person`]: member({ "?campaign_id": "campaign" }, filtered),
  [`GET ${account}/affiliates/by-person.csv`]: member({ "?campaign_id": "campaign" }, filtered),
  [`GET ${account}/campaigns/:id/numbers`]: member({ id: "campaign" }),
  [`GET ${account}/affiliates/:id/numbers`]: member({ id: "affiliate" }),
  [`GET ${account}/campaigns/:id/affiliates`]: member({ id: "campaign" }),
  [`GET ${account}/campaigns/:id/affiliates.csv`]: member({ id: "campaign" }),
  [`GET ${account}/affiliates/:id`]: member({ id: "affiliate" }),
  [`POST ${account}/affiliations/:id/approve`]: member({ id: "affiliation" }),
  [`POST ${account}/affiliations/:id/reject`]: member({ id: "affiliation" }),
  [`POST ${account}/affiliations/:id/suspend`]: member({ id: "affiliation" }),
  [`POST ${account}/affiliations/:id/restore`]: member({ id: "affiliation" }),
  [`DELETE ${account}/affiliations/:id`]: member({ id: "affiliation" }),
  [`GET ${account}/invitations`]: member({ "?campaign_id": "campaign" }, filtered),
  [`GET ${account}/invitations.csv`]: member({ "?campaign_id": "campaign" }, filtered),
  [`POST ${account}/invitations`]: member(
    { "body.campaign_id": "campaign" },
    { body: () => ({ emails: ["somebody@partner.example"] }) },
  ),
  [`POST ${account}/invitations/:id/renew`]: member({ id: "invitation" }),
  [`DELETE ${account}/invitations/:id`]: member({ id: "invitation" }),
  [`GET ${account}/conversions`]: member([{ "?campaign_id": "campaign" }, { "?affiliate_id": "affiliate" }], filtered),
  [`GET ${account}/conversions.csv`]: member(
    [{ "?campaign_id": "campaign" }, { "?affiliate_id": "affiliate" }],
    filtered,
  ),
  [`GET ${account}/conversions/:id`]: member({ id: "conversion" }),
  [`POST ${account}/conversions/:id/approve`]: member({ id: "conversion" }),
  [`POST ${account}/conversions/:id/reject`]: member({ id: "conversion" }),
  [`POST ${account}/conversions/:id/unreject`]: member({ id: "conversion" }),
  [`POST ${account}/conversions/bulk`]: member(
    { "body.ids[]": "conversion" },
    { body: () => ({ action: "approve" }), own: 200 },
  ),
  [`GET ${account}/api-keys`]: member(),
  [`GET ${account}/api-keys.csv`]: member(),
  [`POST ${account}/api-keys`]: member({}, { body: () => ({ name: "stolen" }) }),
  [`DELETE ${account}/api-keys/:id`]: member({ id: "key" }),
  [`GET ${account}/refused-calls`]: member(),
  [`GET ${account}/refused-calls.csv`]: member(),
  [`GET ${account}/webhook-endpoints`]: member(),
  [`GET ${account}/webhook-endpoints.csv`]: member(),
  [`POST ${account}/webhook-endpoints`]: member(
    {},
    { body: () => ({ url: "https://93.184.215.14/", events: ["conversion.created"] }) },
  ),
  [`PATCH ${account}/webhook-endpoints/:id`]: member({ id: "endpoint" }, { body: () => ({ enabled: false }) }),
  [`DELETE ${account}/webhook-endpoints/:id`]: member({ id: "endpoint" }),
  [`POST ${account}/webhook-endpoints/:id/rotate`]: member({ id: "endpoint" }),
  [`POST ${account}/webhook-endpoints/:id/test`]: member({ id: "endpoint" }),
  [`GET ${account}/deliveries`]: member({ "?endpoint_id": "endpoint" }, filtered),
  [`GET ${account}/deliveries.csv`]: member({ "?endpoint_id": "endpoint" }, filtered),
  [`GET ${account}/deliveries/:id`]: member({ id: "delivery" }),
  [`POST ${account}/deliveries/:id/resend`]: member({ id: "delivery" }),
  [`POST ${account}/deliveries/resend-failed`]: member(
    { "body.endpoint_id": "endpoint" },
    { body: () => ({ since: "2020-01-01T00:00:00.000Z" }) },
  ),

  [`GET ${account}/claims`]: member({ "?campaign_id": "campaign" }, filtered),
  [`GET ${account}/claims.csv`]: member({ "?campaign_id": "campaign" }, filtered),
  [`GET ${account}/claims/:id`]: member({ id: "claim" }),
  [`POST ${account}/claims/:id/answer`]: member({ id: "claim" }, { body: () => ({ text: "No." }) }),
  [`POST ${account}/claims/:id/convert`]: member({ id: "claim" }, { body: () => ({ amount: 10 }) }),

  [`GET ${account}/campaigns/:id/auto-approve`]: member({ id: "campaign" }),
  [`PUT ${account}/campaigns/:id/auto-approve`]: member(
    { id: "campaign" },
    { body: () => ({ auto_approve: "when_matured" }) },
  ),
  [`GET ${account}/campaigns/:id/page`]: member({ id: "campaign" }),
  [`PUT ${account}/campaigns/:id/page`]: member(
    { id: "campaign" },
    { body: () => ({ slug: anOrderId(), open: true }) },
  ),
  [`GET ${account}/balances`]: member({ "?affiliate_id": "affiliate" }, filtered),
  [`GET ${account}/balances.csv`]: member({ "?affiliate_id": "affiliate" }, filtered),
  [`GET ${account}/balances/ageing`]: member(),
  [`GET ${account}/balances/maturing`]: member({ "?affiliate_id": "affiliate" }),
  [`GET ${account}/claw-backs`]: member(
    [{ "?affiliate_id": "affiliate" }, { "?conversion_id": "conversion" }],
    filtered,
  ),
  [`GET ${account}/claw-backs.csv`]: member({ "?affiliate_id": "affiliate" }, filtered),
  [`POST ${account}/conversions/:id/claw-back`]: member({ id: "conversion" }, { body: () => ({ reason: "Mine" }) }),
  [`GET ${account}/payouts`]: member([{ "?affiliate_id": "affiliate" }, { "?batch_id": "batch" }], filtered),
  [`GET ${account}/payouts.csv`]: member([{ "?affiliate_id": "affiliate" }, { "?batch_id": "batch" }], filtered),
  [`POST ${account}/payouts`]: member({ "body.affiliate_id": "affiliate" }, { body: inEuro }),
  [`GET ${account}/overview`]: member(),
  [`GET ${account}/pulse`]: member(),
  [`GET ${account}/payouts/:id`]: member({ id: "payout" }),
  [`GET ${account}/payouts/:id/lines`]: member({ id: "payout" }),
  [`GET ${account}/payouts/:id/lines.csv`]: member({ id: "payout" }),
  [`POST ${account}/payouts/:id/paid`]: member({ id: "payout" }),
  [`POST ${account}/payouts/:id/failed`]: member({ id: "payout" }),
  [`POST ${account}/payouts/:id/cancel`]: member({ id: "payout" }),
  [`GET ${account}/payout-batches`]: member(),
  [`GET ${account}/payout-batches/preview`]: member(),
  [`POST ${account}/payout-batches`]: member({}, { body: inEuro }),
  [`GET ${account}/payout-batches/:id`]: member({ id: "batch" }),
  [`GET ${account}/balances/summary`]: member(),
  [`POST ${account}/payout-reminders`]: member(),
  [`POST ${account}/payout-batches/:id/paid`]: member({ id: "batch" }),
  [`POST ${account}/payout-batches/:id/files`]: member({ id: "batch" }, { body: () => ({ format: "csv" }) }),
  [`GET ${account}/payout-batches/:id/files/sepa`]: member({ id: "batch" }),
  [`GET ${account}/payout-batches/:id/files/paypal`]: member({ id: "batch" }),
  [`GET ${account}/payout-batches/:id/files/csv`]: member({ id: "batch" }),
  [`POST ${account}/payout-imports/preview`]: member({}, { body: noResults }),
  [`POST ${account}/payout-imports`]: member({}, { body: noResults }),
  [`PUT ${account}/name`]: member({}, { body: () => ({ name: "Mine" }) }),
  [`GET ${account}/branding`]: member(),
  [`PATCH ${account}/branding`]: member({}, { body: () => ({ accent: "#0b625e" }) }),
  [`PUT ${account}/branding/logo`]: member({}, { body: () => ({ content: aPng().toString("base64") }) }),
  [`DELETE ${account}/branding/logo`]: member(),
  [`GET ${account}/payout-settings`]: member(),
  [`PUT ${account}/payout-settings/payer`]: member(
    {},
    { body: () => ({ name: "Me", iban: "DE89370400440532013000" }) },
  ),
  [`DELETE ${account}/payout-settings/payer`]: member(),
  [`PUT ${account}/payout-settings/schedule`]: member({}, { body: () => ({ currency: "EUR", day: 1 }) }),
  [`GET ${account}/statements`]: member({ "?affiliate_id": "affiliate" }),
  [`GET ${account}/statements/:affiliate_id`]: member({ affiliate_id: "affiliate" }),
  [`GET ${account}/statements/:affiliate_id/file`]: member({ affiliate_id: "affiliate" }),
  [`GET ${account}/audit-log`]: member([{ "?subject": "campaign" }, { "?subject": "conversion" }], filtered),
  [`GET ${account}/audit-log.csv`]: member({ "?subject": "campaign" }, filtered),
  [`GET ${account}/audit-log/choices`]: member(),

  [`GET ${account}/members`]: member(),
  [`GET ${account}/members.csv`]: member(),
  [`PATCH ${account}/members/:user_id`]: member({ user_id: "user" }, { body: () => ({ role: "viewer" }) }),
  [`DELETE ${account}/members/:user_id`]: member({ user_id: "user" }),
  [`GET ${account}/member-invitations`]: member(),
  [`GET ${account}/member-invitations.csv`]: member(),
  [`POST ${account}/member-invitations`]: member(
    {},
    { body: () => ({ email: "colleague@shop.example", role: "viewer" }) },
  ),
  [`POST ${account}/member-invitations/:id/renew`]: member({ id: "member_invitation" }),
  [`DELETE ${account}/member-invitations/:id`]: member({ id: "member_invitation" }),

  "GET /api/portal/balances": affiliate(),
  "GET /api/portal/balances/maturing": affiliate({ "?affiliate_id": "affiliate" }),
  "GET /api/portal/payouts": affiliate({ "?affiliate_id": "affiliate" }, filtered),
  "GET /api/portal/payouts/:id": affiliate({ id: "payout" }),
  "GET /api/portal/payouts/:id/lines": affiliate({ id: "payout" }),
  "GET /api/portal/claw-backs": affiliate(),
  "GET /api/portal/statements": affiliate({ "?affiliate_id": "affiliate" }),
  "GET /api/portal/statements/:affiliate_id": affiliate({ affiliate_id: "affiliate" }),
  "GET /api/portal/statements/:affiliate_id/file": affiliate({ affiliate_id: "affiliate" }),
  "GET /.well-known/tributary-statements.json": open("Public keys, for everybody with a statement."),

  "GET /api/portal/overview": affiliate({ "?campaign_id": "campaign" }, filtered),
  "GET /api/portal/earnings": affiliate({ "?campaign_id": "campaign" }, filtered),
  "GET /api/portal/campaigns": affiliate(),
  "GET /api/portal/campaigns/:id": affiliate({ id: "campaign" }),
  "POST /api/portal/campaigns/:id/leave": affiliate({ id: "campaign" }),
  "GET /api/portal/conversions": affiliate({ "?campaign_id": "campaign" }, filtered),
  "GET /api/portal/conversions/:id": affiliate({ id: "conversion" }),
  "POST /api/portal/claims": affiliate({ "body.campaign_id": "campaign" }, { body: claim }),
  "POST /api/portal/claims/:id/open": affiliate({ id: "claim" }),
  "GET /api/portal/claims/:id": affiliate({ id: "claim" }),
  "GET /api/portal/claims": affiliate(),
  "GET /api/portal/profile": affiliate(),
  "PATCH /api/portal/profile": affiliate({}, { body: () => ({}) }),
  "GET /api/portal/data": affiliate(),
  "DELETE /api/portal/account": affiliate({}, { body: () => ({ password: "wrong password" }) }),
  "GET /api/portal/invitations/:token": open("The token in the path authorizes viewing it."),
  "POST /api/portal/invitations/:token/accept": open("The token authorizes the invited person to accept."),
  "GET /invite/:token": open("The token in the path authorizes viewing it."),

  ...openRows,
};
