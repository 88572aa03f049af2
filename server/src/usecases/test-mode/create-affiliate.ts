import type { Tx } from "../../db/database.ts";
import type { Campaign } from "../../domain/campaign.ts";
import { orRefuse } from "../../domain/errors.ts";
import { idOf, type AccountId, type CampaignId } from "../../domain/ids.ts";
import type { User } from "../../domain/person.ts";
import { EXAMPLE_IBAN } from "../../formats/example-ibans.ts";
import { findListedAffiliate, type ListedAffiliate } from "../../store/campaigns/affiliate-list.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { findSealedPayoutDetails, savePayoutDetails } from "../../store/payouts/payout-details.ts";
import { findTestPerson, insertUser } from "../../store/people/users.ts";
import { changeAffiliation } from "../affiliates/change-affiliation.ts";
import { joinCampaign } from "../affiliates/join-campaign.ts";
import type { MerchantContext } from "../context.ts";
import { sealPayoutDetails } from "../payouts/payout-details.ts";

export interface NewTestAffiliate {
  readonly campaignId: CampaignId;
  readonly email: string | undefined;
  readonly name: string | undefined;
}

const NAME = "Test affiliate";
/** Well-formed, and of no password: test people do not sign in. */
const NO_PASSWORD =
  "$argon2id$v=19$m=19456,t=2,p=1$dHJpYnV0YXJ5LW5vLXBhc3N3b3Jk$q0lVJ0b6mN5o1c6m7qkqkT8u4m9vYc0Q3xJrT6yqv0E";

/**
 * A test person who has joined the campaign, is active, and can be paid. The same address joins other campaigns as the
 * same person.
 */
export async function createTestAffiliate(
  context: MerchantContext & { readonly twin: AccountId },
  input: NewTestAffiliate,
): Promise<ListedAffiliate> {
  const { db, accountId } = context;
  const campaign = orRefuse(await findCampaign(db, accountId, input.campaignId), "campaign_not_found");
  const affiliation = await db.transaction(async (tx) => {
    const user = await ensurePerson(tx, context, input);
    return joinCampaign(context, tx, { into: { accountId, campaignId: campaign.id }, user, by: "invitation" });
  });
  if (affiliation.status === "pending") await changeAffiliation(context, { id: affiliation.id, action: "approve" });
  return listed(context, campaign, affiliation.id);
}

async function listed(
  { db }: MerchantContext,
  campaign: Campaign,
  id: ListedAffiliate["affiliationId"],
): Promise<ListedAffiliate> {
  const found = await findListedAffiliate(db, campaign, id);
  if (!found) throw new Error(`Affiliation ${id} does not exist.`);
  return found;
}

async function ensurePerson(
  tx: Tx,
  context: MerchantContext & { readonly twin: AccountId },
  { email, name }: NewTestAffiliate,
): Promise<User> {
  const { clock, random, twin } = context;
  const now = clock.now();
  const user: User = {
    id: idOf("user", random.uuid(now)),
    email: email ?? `${random.affiliateCode()}@affiliates.example`,
    name: name ?? NAME,
    emailVerifiedAt: now,
    createdAt: now,
  };
  await insertUser(tx, { user, passwordHash: NO_PASSWORD }, twin);
  const person = orRefuse(await findTestPerson(tx, twin, user.email), "user_not_found");
  if (!(await findSealedPayoutDetails(tx, person.id))) {
    const details = { kind: "iban", holder: person.name, iban: EXAMPLE_IBAN, bic: null } as const;
    await savePayoutDetails(tx, sealPayoutDetails(context, details, { userId: person.id, changedAt: now }));
  }
  return person;
}
