import type {
  Balance as WireBalance,
  BalanceRow,
  BatchFile,
  BatchFilePart,
  BatchPreviewRow,
  BatchRow,
  ClawBackRow,
  PayoutLine as WireLine,
  PayoutRow,
  PayoutStatus,
} from "tributary-sdk/pages";
import { explainBalance, payableOf, type Balance } from "../../domain/balance.ts";
import type { Currency } from "../../domain/currency.ts";
import { offerOf } from "../../formats/file-offer.ts";
import { majorOf } from "../../domain/money.ts";
import { paidWarning, partRefusal, planParts } from "../../formats/pay-files.ts";
import { fileFormats } from "../../domain/payout.ts";
import { countPayouts, sumPayouts, type PartSummary } from "../../domain/payout-tally.ts";
import { payoutActionsFrom } from "../../domain/payout.ts";
import { executionDay } from "../../formats/sepa.ts";
import type { ListedBalance } from "../../usecases/payouts/browse-balances.ts";
import type { ListedClawBack } from "../../usecases/conversions/browse-claw-backs.ts";
import type { DescribedBatch, DescribedFile } from "../../usecases/payouts/browse-batches.ts";
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
    suspended: row.suspended,
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
  return fileFormats.map((format) => {
    const written = files.find((file) => file.format === format);
    if (written) return presentWritten(written);
    const { payouts, refusal, leftOut } = offerOf(format, batch.currency, unpaid);
    const parts = planParts(format, payouts).map((size) => ({
      payouts: size,
      paid: 0,
      warning: null,
      unavailable: null,
    }));
    const unwritten = { written_at: null, executes_on: null };
    return { format, payouts, parts, ...unwritten, left_out: leftOut, unavailable: refusal?.message ?? null };
  });
}

function presentWritten({ format, parts, writtenAt }: DescribedFile): BatchFile {
  const presented = parts.map(presentPart);
  const [first] = presented;
  return {
    format,
    payouts: countPayouts(parts),
    parts: presented,
    written_at: writtenAt.toISOString(),
    executes_on: format === "sepa" ? executionDay(writtenAt) : null,
    left_out: null,
    unavailable: presented.every(({ unavailable }) => unavailable !== null) ? (first?.unavailable ?? null) : null,
  };
}

function presentPart(part: PartSummary): BatchFilePart {
  const unavailable = partRefusal(part)?.message ?? null;
  return {
    payouts: part.payouts,
    paid: part.paid,
    warning: unavailable === null ? paidWarning(part) : null,
    unavailable,
  };
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
