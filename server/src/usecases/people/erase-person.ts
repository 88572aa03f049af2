import type { Tx } from "../../db/database.ts";
import { AppError } from "../../domain/errors.ts";
import { scrubbedBody } from "../../domain/events.ts";
import type { Visitor } from "../../domain/person.ts";
import { eraseOriginsOf } from "../../store/audit/audit.ts";
import { deletePayoutDetails } from "../../store/payouts/payout-details.ts";
import {
  eraseApplications,
  eraseClaims,
  eraseInvitations,
  eraseMails,
  eraseMemberInvitations,
  erasePayees,
  hasOpenPayout,
  isLastOwner,
  leaveAllCampaigns,
  lockAffiliatesOf,
  lockEventsOf,
  lockPerson,
  overwritePerson,
  saveScrubbed,
  type LeftCampaign,
} from "../../store/installation/erasure.ts";
import { eraseTestMails } from "../../store/test-mode/mails.ts";
import { audit } from "../audit/audit.ts";
import type { AffiliateContext } from "../context.ts";
import { addressHashOf } from "../mail/queue-mail.ts";
import { verifyPassword } from "./verify-password.ts";

/**
 * Overwrites or deletes the person's name, address and payout details everywhere, including event bodies. IDs and
 * amounts stay: the ledger must still add up, and they identify nobody.
 */
export async function erasePerson(context: AffiliateContext, password: string, visitor: Visitor): Promise<void> {
  const { db, clock, random, passwords, userId, twin } = context;
  const verified = await verifyPassword(context, password, visitor);
  const nobodysHash = await passwords.hash(random.token());
  await db.transaction(async (tx) => {
    if (!(await lockPerson(tx, verified))) throw new AppError("wrong_password");
    if (await isLastOwner(tx, userId)) throw new AppError("last_owner");
    const address = { email: verified.user.email, twin };
    await eraseInvitations(tx, address, clock.now());
    await eraseApplications(tx, address);
    // Nobody invites a test person to an account.
    if (twin === null) await eraseMemberInvitations(tx, verified.user, clock.now());
    // Waits for a concurrent payout, which locks these rows: either it is created first and seen below, or it finds no
    // details.
    await deletePayoutDetails(tx, userId);
    const affiliates = await lockAffiliatesOf(tx, userId);
    if (await hasOpenPayout(tx, affiliates)) throw new AppError("payout_open");
    await auditLeaving(tx, context, await leaveAllCampaigns(tx, affiliates));
    await eraseClaims(tx, affiliates);
    await erasePayees(tx, affiliates);
    const events = await lockEventsOf(tx, affiliates);
    await saveScrubbed(
      tx,
      events.map(({ id, body }) => ({ id, body: scrubbedBody(body) })),
    );
    await eraseOriginsOf(tx, userId);
    await eraseMails(tx, addressHashOf(context, verified.user.email));
    await eraseTestMails(tx, addressHashOf({ ...context, twin: null }, verified.user.email), twin);
    await overwritePerson(tx, userId, nobodysHash);
  });
}

/** The merchants' logs record that someone left, by an ID that no longer identifies anyone. */
async function auditLeaving(tx: Tx, context: AffiliateContext, left: readonly LeftCampaign[]): Promise<void> {
  for (const accountId of new Set(left.map((each) => each.accountId))) {
    const entries = left
      .filter((each) => each.accountId === accountId)
      .map(({ id, campaignId, affiliateId, status }) => ({
        action: "affiliation.left" as const,
        subject: id,
        about: { campaign_id: campaignId, affiliate_id: affiliateId },
        before: { status },
        after: { status: "removed" },
      }));
    await audit(tx, { ...context, accountId, actor: context.userId, origin: null }, entries);
  }
}
