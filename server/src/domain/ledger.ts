import type { Conversion } from "./conversion.ts";
import type { AffiliateId, CampaignId } from "./ids.ts";
import type { Money } from "./money.ts";

/** What a campaign has spent (its balance is negative), and what an affiliate has coming. */
export type LedgerAccount =
  | { readonly kind: "campaign"; readonly ownerId: CampaignId }
  | { readonly kind: "pending" | "payable"; readonly ownerId: AffiliateId };

/** One balanced movement: what leaves one account arrives in the other. A reversal is a new transfer. */
export interface Transfer {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: Money;
}

const campaign = (conversion: Conversion): LedgerAccount => ({ kind: "campaign", ownerId: conversion.campaignId });
const affiliate = (conversion: Conversion, kind: "pending" | "payable"): LedgerAccount => ({
  kind,
  ownerId: conversion.affiliateId,
});

/** The account that holds a conversion's commission in each of its states. */
function holder(conversion: Conversion, status: Conversion["status"] | null): LedgerAccount {
  if (status === "pending") return affiliate(conversion, "pending");
  return status === "approved" ? affiliate(conversion, "payable") : campaign(conversion);
}

/** Moves the stored commission from where `before` held it; a commission of 0 moves nothing. `null`: it is new. */
export function transferBetween(before: Conversion["status"] | null, after: Conversion): Transfer | undefined {
  if (after.commission.minor === 0n) return undefined;
  return { debit: holder(after, before), credit: holder(after, after.status), amount: after.commission };
}
