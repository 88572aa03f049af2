import type { BalanceState } from "tributary-sdk/words";
import type { Currency } from "./values/currency.ts";
import type { AccountId, AffiliateId } from "./ids.ts";
import { moneyText } from "./values/money.ts";
import type { PayoutMethod } from "./payout.ts";
import { payableMinor } from "./withdrawable.ts";

export { balanceStates, type BalanceState } from "tributary-sdk/words";

/** An affiliate's balance in one currency, in minor units. */
export interface Balance {
  readonly accountId: AccountId;
  readonly affiliateId: AffiliateId;
  readonly currency: Currency;
  readonly pending: bigint;
  readonly maturing: bigint;
  readonly nextMaturesAt: Date | null;
  readonly withdrawable: bigint;
  readonly withdrawableSince: Date | null;
  readonly owedBack: bigint;
  readonly inPayout: bigint;
  readonly paid: bigint;
  readonly method: PayoutMethod | null;
  readonly state: BalanceState;
}

/** The amount of a payout created now. */
export const payableOf = ({ withdrawable, owedBack }: Balance): bigint => payableMinor(withdrawable, owedBack);

/** The next monthly batch. */
export interface Payday {
  /** YYYY-MM-DD, UTC. */
  readonly on: string;
  readonly amount: bigint;
  readonly minimum: bigint;
}

interface Scheduled {
  readonly nextOn: string;
  readonly minimumMinor: bigint;
  /** On hold now, and ready to pay by then. */
  readonly maturingMinor: bigint;
}

export const paydayOf = ({ withdrawable, owedBack }: Balance, scheduled: Scheduled | undefined): Payday | null =>
  scheduled === undefined
    ? null
    : {
        on: scheduled.nextOn,
        amount: payableMinor(withdrawable + scheduled.maturingMinor, owedBack),
        minimum: scheduled.minimumMinor,
      };

const day = (at: Date | null): string => at?.toISOString().slice(0, 10) ?? "an unknown date";

const sentences: Readonly<Record<BalanceState, (balance: Balance) => string>> = {
  payable: (balance) =>
    `${amount(payableOf(balance), balance)} is ready to pay${balance.withdrawableSince ? `, the oldest part since ${day(balance.withdrawableSince)}` : ""}.`,
  no_payout_details: (balance) =>
    `${amount(payableOf(balance), balance)} is ready to pay, but the affiliate has not added payout details yet.`,
  owes_more: (balance) =>
    `${amount(balance.withdrawable, balance)} is ready to pay, but ${amount(balance.owedBack, balance)} is to be deducted, so it is carried over.`,
  maturing: (balance) =>
    `${amount(balance.maturing, balance)} is approved and on hold. The first part is ready to pay on ${day(balance.nextMaturesAt)}.`,
  pending: (balance) => `${amount(balance.pending, balance)} is pending review.`,
  in_payout: (balance) => `${amount(balance.inPayout, balance)} is in payouts that are not paid yet.`,
  nothing: (balance) =>
    balance.owedBack > 0n ? `${amount(balance.owedBack, balance)} is to be deducted.` : "No unpaid commission.",
};

const amount = (minor: bigint, { currency }: Balance): string => `${moneyText({ minor, currency })} ${currency}`;

export const explainBalance = (balance: Balance): string => sentences[balance.state](balance);

/** Lower bounds, in days, of the age buckets for conversions pending approval. */
export const ageingBuckets = [0, 8, 31, 61, 91] as const;
