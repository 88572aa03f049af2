import { parseId, type AffiliateId, type CampaignId, type ConversionId, type UserId } from "../../src/domain/ids.ts";
import type { Money } from "../../src/domain/values/money.ts";
import type { PayoutDetails } from "../../src/domain/payout-details.ts";
import type { TableRow } from "../../src/formats/read-csv.ts";
import { savePayoutDetails } from "../../src/store/payouts/payout-details.ts";
import { findCredentialsByEmail } from "../../src/store/people/users.ts";
import { approveConversion } from "../../src/usecases/conversions/change-conversion.ts";
import { trackConversion } from "../../src/usecases/conversions/track-conversion.ts";
import { sealPayoutDetails } from "../../src/usecases/payouts/payout-details.ts";
import { money } from "../domain/samples.ts";
import { appForTest, type TestApp } from "../support/app.ts";
import { aCampaign, aMerchant, anAffiliate, anOrderId, type Joined, type Merchant } from "../support/world.ts";

/** A merchant with one campaign whose amounts equal its commissions, and affiliates to pay. */
export interface Till {
  readonly app: TestApp;
  readonly merchant: Merchant;
  readonly campaignId: CampaignId;
}
export interface Paid extends Joined {
  readonly id: AffiliateId;
  readonly userId: UserId;
}

export const GERMAN_IBAN = "DE89370400440532013000";

export async function aTill(on?: TestApp, more: Record<string, unknown> = {}): Promise<Till> {
  const app = on ?? (await appForTest());
  const merchant = await aMerchant(app);
  const campaign = await aCampaign(merchant, { commission_value: 100, maturation_days: 7, ...more });
  return { app, merchant, campaignId: idFrom("campaign", campaign) as CampaignId };
}

export const theirIban = (holder: string, iban = GERMAN_IBAN): PayoutDetails => ({
  kind: "iban",
  holder,
  iban,
  bic: null,
});

/** An affiliate who joined; by default with an IBAN. */
export async function aPartner(
  { app, merchant, campaignId }: Till,
  details: PayoutDetails | null = theirIban("Ada Lovelace"),
): Promise<Paid> {
  const joined = await anAffiliate(app, merchant, campaignId);
  const credentials = await findCredentialsByEmail(app.db, joined.email);
  if (!credentials) throw new Error("No affiliate has joined.");
  const userId = credentials.user.id;
  if (details) await giveDetails(app, userId, details);
  return { ...joined, id: idFrom("affiliate", joined.affiliateId) as AffiliateId, userId };
}

export async function giveDetails(app: TestApp, userId: UserId, details: PayoutDetails): Promise<void> {
  const changedAt = app.clock.now();
  await app.db.transaction((tx) =>
    savePayoutDetails(tx, sealPayoutDetails(app.services, details, { userId, changedAt })),
  );
}

/** A number is in cents. */
export async function earn({ merchant, campaignId }: Till, to: Joined, sum: number | Money): Promise<ConversionId> {
  const amount = typeof sum === "number" ? money(sum) : sum;
  const order = { campaignId, clickId: undefined, affiliateCode: to.code, externalId: anOrderId(), amount };
  return (await trackConversion(merchant.context, order)).id;
}

/** Tracked and approved, but not matured. */
export async function earnApproved(till: Till, to: Joined, sum: number | Money): Promise<ConversionId> {
  const id = await earn(till, to, sum);
  await approveConversion(till.merchant.context, { id });
  return id;
}

export const mature = ({ app }: Till): void => app.clock.forward({ days: 7 });

function idFrom(kind: "campaign" | "affiliate", text: string): string {
  const id = parseId(kind, text);
  if (!id) throw new Error(`${text} is not an ID of kind ${kind}.`);
  return id;
}

/** The rows of bank results, whose cells contain neither separators nor quotes. */
export const rowsOf = (csv: string): TableRow[] =>
  csv
    .trimEnd()
    .split("\n")
    .map((text, index) => ({ line: index + 1, cells: text.split(/[,;]/) }));
