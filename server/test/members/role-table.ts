import type { Role } from "../../src/domain/roles.ts";

/**
 * The lowest role for each action in an account. An owner may do everything; a manager everything but members, the
 * plan, keys, secrets, payouts, claw-backs and payees' bank details; a viewer reads, and sees bank details masked.
 */
export interface Right {
  readonly needs: Role;
  /** The response to an allowed request about the tenants' records: 200 unless a rule of the record refuses it. */
  readonly answers: string;
}

const owner = (answers = "200"): Right => ({ needs: "owner", answers });
const manager = (answers = "200"): Right => ({ needs: "manager", answers });

/** Every route that changes something, without the account's path. */
export const changing: Readonly<Record<string, Right>> = {
  "POST campaigns": manager(),
  "PATCH campaigns/:id": manager(),
  "DELETE campaigns/:id": manager(),
  "PUT campaigns/:id/page": manager(),
  "PUT campaigns/:id/plan": manager(),
  "POST campaigns/:id/plan/preview": manager(),
  "POST campaigns/:id/groups": manager(),
  "PATCH campaigns/:id/groups/:group_id": manager(),
  "DELETE campaigns/:id/groups/:group_id": manager(),
  "POST campaigns/:id/groups/move": manager(),
  "POST campaigns/:id/coupons": manager(),
  "POST campaigns/:id/coupons/paste": manager(),
  "PATCH coupons/:id": manager(),
  "DELETE coupons/:id": manager(),
  "PUT affiliates/:affiliation_id/plan": manager(),
  "DELETE affiliates/:affiliation_id/plan": manager(),
  "POST affiliations/:id/approve": manager("400 affiliation_already_active"),
  "POST affiliations/:id/reject": manager("400 affiliation_not_waiting"),
  "POST affiliations/:id/suspend": manager(),
  "POST affiliations/:id/restore": manager("400 affiliation_not_suspended"),
  "DELETE affiliations/:id": manager(),
  "POST invitations": manager(),
  "POST invitations/:id/renew": manager(),
  "DELETE invitations/:id": manager(),
  "POST conversions/:id/approve": manager(),
  "POST conversions/:id/reject": manager(),
  "POST conversions/:id/unreject": manager("400 conversion_not_rejected"),
  "POST conversions/bulk": manager(),
  "POST conversions/:id/refunds": manager(),
  "POST refunds/:id/cancel": manager(),
  "POST claims/:id/answer": manager(),
  "POST claims/:id/convert": manager(),

  // Adding an endpoint or rotating its secret shows the secret.
  "POST webhook-endpoints": owner(),
  "POST webhook-endpoints/:id/rotate": owner(),
  "PATCH webhook-endpoints/:id": manager(),
  "DELETE webhook-endpoints/:id": manager(),
  "POST webhook-endpoints/:id/test": manager(),
  // The same for connectors. Whoever knows the secret can report orders.
  "POST connectors": owner(),
  "POST connectors/:id/secret": owner(),
  "POST connectors/:id/rotate": owner(),
  "DELETE connectors/:id": owner(),
  "PATCH connectors/:id": manager(),
  "POST connectors/:id/coupon-names": manager(),
  "POST connectors/:id/receipts/:receipt_id/run": manager(),
  "POST connectors/:id/receipts/run": manager(),
  "POST deliveries/:id/resend": manager(),
  "POST deliveries/resend-failed": manager(),

  "PATCH branding": manager(),
  "PUT branding/logo": manager(),
  "DELETE branding/logo": manager(),

  "POST api-keys": owner(),
  "DELETE api-keys/:id": owner(),

  "POST conversions/:id/claw-back": owner("400 conversion_not_approved"),
  "POST payouts": owner("400 no_payout_details"),
  "POST payouts/:id/paid": owner(),
  "POST payouts/:id/failed": owner(),
  "POST payouts/:id/cancel": owner(),
  "POST payout-batches": owner("400 nothing_to_pay"),
  "POST payout-reminders": manager(),
  "POST payout-batches/:id/paid": owner(),
  "POST payout-batches/:id/files": owner(),
  "POST payout-imports/preview": owner(),
  "POST payout-imports": owner(),
  "PUT payout-settings/payer": owner(),
  "DELETE payout-settings/payer": owner(),
  "PUT payout-settings/schedule": owner(),
  "POST claw-backs/:id/undo": owner(),

  // The tenants' account is live, where only this one exists. test-mode/dashboard.test.ts tries the others in a twin.
  "POST test-accounts": owner(),
  "POST test-clock": owner("400 test_mode_only"),
  "POST test-reset": owner("400 test_mode_only"),
  "POST affiliates/:id/test-portal": manager("400 test_mode_only"),

  "PUT name": owner(),
  "PATCH members/:user_id": owner(),
  "DELETE members/:user_id": owner(),
  "POST member-invitations": owner(),
  "POST member-invitations/:id/renew": owner(),
  "DELETE member-invitations/:id": owner(),
};

/** Routes that only some roles may read; every member may read the others. */
export const reading: Readonly<Record<string, Role>> = {
  "GET api-keys": "owner",
  "GET api-keys.csv": "owner",
  "GET audit-log": "manager",
  "GET audit-log.csv": "manager",
  "GET audit-log/choices": "manager",
  "GET test-mails": "manager",
  "GET member-invitations": "owner",
  "GET member-invitations.csv": "owner",
  // Payment files contain full bank details.
  "GET payout-batches/:id/files/sepa": "owner",
  "GET payout-batches/:id/files/paypal": "owner",
  "GET payout-batches/:id/files/csv": "owner",
};
