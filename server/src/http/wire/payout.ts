import type { PayoutResponse, PayoutLine as WireLine, PayoutRow, PortalPayoutRow } from "tributary-sdk/pages";
import { z } from "zod";
import type { Currency } from "../../domain/values/currency.ts";
import { majorOf } from "../../domain/values/money.ts";
import { payoutActions, payoutActionsFrom, payoutStatuses } from "../../domain/payout.ts";
import { accountOf } from "../../domain/payout-details.ts";
import type { Page } from "../../usecases/listing.ts";
import type { DescribedPayout, ListedPayout, PayoutLine, PayoutLines } from "../../usecases/payouts/browse-payouts.ts";
import { actor, presentActor } from "./actor.ts";
import { major } from "./money.ts";
import { listPagination } from "./pagination.ts";
import { method } from "./payout-details.ts";
import { isoOrNull } from "./times.ts";

const fields = {
  id: z.string(),
  affiliate_id: z.string(),
  currency: z.string(),
  amount: z.number(),
  conversions: z.number(),
  claw_backs: z.number(),
  earned: z.number(),
  clawed_back: z.number(),
  status: z.enum(payoutStatuses),
  method,
  account_hint: z.string(),
  created_at: z.string(),
  settled_at: z.string().nullable(),
  paid_on: z.string().nullable(),
  reference: z.string().nullable(),
};

function presentFields({ payout }: ListedPayout) {
  const { currency } = payout.amount;
  return {
    id: payout.id,
    affiliate_id: payout.affiliateId,
    currency,
    amount: majorOf(payout.amount),
    conversions: payout.conversions,
    claw_backs: payout.clawBacks,
    earned: major(payout.earnedMinor, currency),
    clawed_back: major(payout.clawedBackMinor, currency),
    status: payout.status,
    method: payout.method,
    account_hint: hintText(payout.accountHint),
    created_at: payout.createdAt.toISOString(),
    settled_at: isoOrNull(payout.settledAt),
    paid_on: payout.paidOn,
    reference: payout.reference,
  };
}

/** An email address is masked in the middle, other accounts at the start. */
const hintText = (hint: string): string => (hint === "" || hint.includes("@") ? hint : `…${hint}`);

export const payoutRow: z.ZodType<PayoutRow> = z.object({
  ...fields,
  batch_id: z.string(),
  affiliate_name: z.string(),
  reason: z.string().nullable(),
  in_file: z.boolean(),
  actions: z.array(z.enum(payoutActions)),
});

export const presentPayout = (listed: ListedPayout): PayoutRow => ({
  ...presentFields(listed),
  batch_id: listed.payout.batchId,
  affiliate_name: listed.affiliateName,
  reason: listed.payout.reason,
  in_file: listed.payout.inFile,
  actions: payoutActionsFrom(listed.payout.status),
});

/** As its affiliate sees it. */
export const ownPayoutRow: z.ZodType<PortalPayoutRow> = z.object({ ...fields, merchant_name: z.string() });

export const presentOwnPayout = (listed: ListedPayout): PortalPayoutRow => ({
  ...presentFields(listed),
  merchant_name: listed.merchantName,
});

export const payoutResponse: z.ZodType<PayoutResponse> = z.object({
  payout: payoutRow,
  payee: z.object({ name: z.string(), account: z.string() }).nullable(),
  history: z.array(
    z.object({
      action: z.enum(["create", ...payoutActions]),
      status: z.enum(payoutStatuses),
      actor,
      reason: z.string().nullable(),
      reference: z.string().nullable(),
      after_file: z.boolean(),
      at: z.string(),
    }),
  ),
});

export const presentPayoutResponse = ({ listed, payee, history }: DescribedPayout): PayoutResponse => ({
  payout: presentPayout(listed),
  payee: payee && { name: payee.holder, account: accountOf(payee) },
  history: history.map(({ actor: id, actorName, afterFile, at, ...entry }) => ({
    ...entry,
    actor: presentActor(id, actorName),
    after_file: afterFile,
    at: at.toISOString(),
  })),
});

const payoutLine: z.ZodType<WireLine> = z.object({
  kind: z.enum(["conversion", "claw_back"]),
  conversion_id: z.string(),
  external_id: z.string().nullable(),
  claw_back_id: z.string().nullable(),
  campaign_id: z.string(),
  campaign_name: z.string(),
  created_at: z.string(),
  amount: z.number(),
});

export const presentPayoutLine = (line: PayoutLine, currency: Currency): WireLine => ({
  kind: line.clawBackId === null ? "conversion" : "claw_back",
  conversion_id: line.conversionId,
  external_id: line.externalId,
  claw_back_id: line.clawBackId,
  campaign_id: line.campaignId,
  campaign_name: line.campaignName,
  created_at: line.createdAt.toISOString(),
  amount: major(line.amountMinor, currency),
});

export const payoutLines = z.object({ lines: z.array(payoutLine), pagination: listPagination });

export const presentPayoutLines = ({ listed, lines, total }: PayoutLines, { limit, offset }: Page) => ({
  lines: lines.map((line) => presentPayoutLine(line, listed.payout.amount.currency)),
  pagination: { limit, offset, total },
});
