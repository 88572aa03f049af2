import type {
  Balance as WireBalance,
  BalanceRow,
  BatchFile,
  BatchPreviewRow,
  BatchRow,
  ClawBackRow,
  FileFormat,
  PayoutLine as WireLine,
  PayoutRow,
  PayoutStatus,
} from "tributary-sdk/pages";
import { explainBalance, payableOf, type Balance } from "../../domain/balance.ts";
import type { Currency } from "../../domain/currency.ts";
import { errorTexts } from "../../domain/errors.ts";
import { majorOf } from "../../domain/money.ts";
import { fileFormats, fileRefusal, methodsOf, partsOf } from "../../domain/pay-files.ts";
import { countPayouts, sumPayouts } from "../../domain/payout-tally.ts";
import { payoutActionsFrom } from "../../domain/payout.ts";
import type { ListedBalance } from "../../usecases/balances/browse-balances.ts";
import type { ListedClawBack } from "../../usecases/claw-backs/browse-claw-backs.ts";
import type { DescribedBatch } from "../../usecases/payouts/browse-batches.ts";
import type { ListedPayout, PayoutLine } from "../../usecases/payouts/browse-payouts.ts";
import type { BatchPreviewRow as PreviewRow } from "../../usecases/payouts/create-batch.ts";

const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;

export function presentBalanceFields(balance: Balance): WireBalance {
  const { currency } = balance;
  const major = (minor: bigint): number => majorOf({ minor, currency });
  return {
    currency,
    pending: major(balance.pending),
    maturing: major(balance.maturing),
    next_matures_at: isoOrNull(balance.nextMaturesAt),
    withdrawable: major(balance.withdrawable),
    withdrawable_since: isoOrNull(balance.withdrawableSince),
    owed_back: major(balance.owedBack),
    payable: major(payableOf(balance)),
    in_payout: major(balance.inPayout),
    paid: major(balance.paid),
    state: balance.state,
    explanation: explainBalance(balance),
  };
}

export const presentBalance = ({ balance, affiliateName, affiliateEmail }: ListedBalance): BalanceRow => ({
  ...presentBalanceFields(balance),
  affiliate_id: balance.affiliateId,
  affiliate_name: affiliateName,
  affiliate_email: affiliateEmail,
  payout_method: balance.method,
});

export function presentPayoutFields({ payout }: ListedPayout) {
  const { currency } = payout.amount;
  return {
    id: payout.id,
    affiliate_id: payout.affiliateId,
    currency,
    amount: majorOf(payout.amount),
    conversions: payout.conversions,
    claw_backs: payout.clawBacks,
    earned: majorOf({ minor: payout.earnedMinor, currency }),
    clawed_back: majorOf({ minor: payout.clawedBackMinor, currency }),
    status: payout.status,
    method: payout.method,
    account_hint: payout.accountHint === "" ? "" : `…${payout.accountHint}`,
    created_at: payout.createdAt.toISOString(),
    settled_at: isoOrNull(payout.settledAt),
    paid_on: payout.paidOn,
    reference: payout.reference,
  };
}

export const presentPayout = (listed: ListedPayout): PayoutRow => ({
  ...presentPayoutFields(listed),
  batch_id: listed.payout.batchId,
  affiliate_name: listed.affiliateName,
  reason: listed.payout.reason,
  in_file: listed.payout.inFile,
  actions: payoutActionsFrom(listed.payout.status),
});

export const presentPayoutLine = (line: PayoutLine, currency: Currency): WireLine => ({
  kind: line.clawBackId === null ? "conversion" : "claw_back",
  conversion_id: line.conversionId,
  claw_back_id: line.clawBackId,
  campaign_id: line.campaignId,
  campaign_name: line.campaignName,
  created_at: line.createdAt.toISOString(),
  amount: majorOf({ minor: line.amountMinor, currency }),
});

export function presentPreviewRow(row: PreviewRow, currency: Currency): BatchPreviewRow {
  const major = (minor: bigint): number => majorOf({ minor, currency });
  return {
    affiliate_id: row.affiliateId,
    affiliate_name: row.name,
    amount: row.skipped === "owes_more" ? 0 : major(row.amountMinor),
    conversions: row.conversions,
    earned: major(row.earnedMinor),
    clawed_back: major(row.owedMinor),
    method: row.method,
    skipped: row.skipped,
  };
}

export function presentBatch(described: DescribedBatch): BatchRow {
  const { batch, tallies } = described;
  const { currency } = batch;
  const totalOf = (status: PayoutStatus) => {
    const found = tallies.filter((tally) => tally.status === status);
    return { payouts: countPayouts(found), amount: majorOf({ minor: sumPayouts(found), currency }) };
  };
  return {
    id: batch.id,
    currency,
    minimum: majorOf({ minor: batch.minimumMinor, currency }),
    as_of: batch.asOf.toISOString(),
    status: batch.status,
    origin: batch.origin,
    created_at: batch.createdAt.toISOString(),
    made_at: isoOrNull(batch.madeAt),
    totals: {
      created: totalOf("created"),
      paid: totalOf("paid"),
      failed: totalOf("failed"),
      cancelled: totalOf("cancelled"),
    },
    skipped_without_details: batch.skippedWithoutDetails,
    files: presentFiles(described),
  };
}

function presentFiles({ batch, tallies, files }: DescribedBatch): BatchFile[] {
  const unpaid = tallies.filter(({ status }) => status === "created");
  const openFor = (format: FileFormat) => unpaid.filter(({ method }) => methodsOf[format].includes(method));
  const unfiledFor = (format: FileFormat) => openFor(format).filter(({ fileId }) => fileId === null);
  const whyNotWritten = (format: FileFormat): string | null => {
    if (format === "sepa" && batch.currency !== "EUR") return "SEPA transfers are in EUR only.";
    if (unfiledFor(format).length > 0) return null;
    return openFor(format).length > 0 ? errorTexts.file_payouts_taken : "The batch has no unpaid payout for this file.";
  };
  return fileFormats.map((format) => {
    const written = files.find((file) => file.format === format);
    const payouts = written?.payouts ?? countPayouts(unfiledFor(format));
    const refusal = written && fileRefusal(format, written);
    return {
      format,
      payouts,
      parts: partsOf(format, payouts),
      written_at: isoOrNull(written?.writtenAt ?? null),
      unavailable: written ? (refusal ? errorTexts[refusal] : null) : whyNotWritten(format),
    };
  });
}

export const presentClawBackFields = ({
  clawBack,
  campaignName,
}: ListedClawBack): Omit<ClawBackRow, "affiliate_name"> => ({
  id: clawBack.id,
  conversion_id: clawBack.conversionId,
  campaign_id: clawBack.campaignId,
  campaign_name: campaignName,
  affiliate_id: clawBack.affiliateId,
  amount: majorOf(clawBack.amount),
  currency: clawBack.amount.currency,
  reason: clawBack.reason,
  created_at: clawBack.createdAt.toISOString(),
  payout_id: clawBack.payoutId,
});

export const presentClawBack = (listed: ListedClawBack): ClawBackRow => ({
  ...presentClawBackFields(listed),
  affiliate_name: listed.affiliateName,
});
