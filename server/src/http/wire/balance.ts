import type {
  AgeingResponse,
  Balance as WireBalance,
  BalanceRow,
  MaturingResponse,
  PortalBalancesResponse,
} from "tributary-sdk/pages";
import { z } from "zod";
import { ageingBuckets, balanceStates, explainBalance, payableOf, type Balance } from "../../domain/balance.ts";
import type { AgeingRow, ListedBalance, MaturingDay, OwnBalance } from "../../usecases/payouts/browse-balances.ts";
import { currencyCode, reference } from "./fields.ts";
import { major } from "./money.ts";
import { method } from "./payout-details.ts";
import { given } from "./query.ts";
import { isoOrNull } from "./times.ts";

const fields = {
  currency: z.string(),
  pending: z.number(),
  maturing: z.number(),
  next_matures_at: z.string().nullable(),
  withdrawable: z.number(),
  withdrawable_since: z.string().nullable(),
  owed_back: z.number(),
  payable: z.number(),
  in_payout: z.number(),
  paid: z.number(),
  state: z.enum(balanceStates),
  explanation: z.string(),
};

function presentFields(balance: Balance): WireBalance {
  const amount = (minor: bigint): number => major(minor, balance.currency);
  return {
    currency: balance.currency,
    pending: amount(balance.pending),
    maturing: amount(balance.maturing),
    next_matures_at: isoOrNull(balance.nextMaturesAt),
    withdrawable: amount(balance.withdrawable),
    withdrawable_since: isoOrNull(balance.withdrawableSince),
    owed_back: amount(balance.owedBack),
    payable: amount(payableOf(balance)),
    in_payout: amount(balance.inPayout),
    paid: amount(balance.paid),
    state: balance.state,
    explanation: explainBalance(balance),
  };
}

export const balanceRow: z.ZodType<BalanceRow> = z.object({
  ...fields,
  affiliate_id: z.string(),
  affiliate_name: z.string(),
  affiliate_email: z.string(),
  payout_method: method.nullable(),
});

export const presentBalance = ({ balance, affiliateName, affiliateEmail }: ListedBalance): BalanceRow => ({
  ...presentFields(balance),
  affiliate_id: balance.affiliateId,
  affiliate_name: affiliateName,
  affiliate_email: affiliateEmail,
  payout_method: balance.method,
});

/** An affiliate's balances with each merchant. */
export const ownBalances: z.ZodType<PortalBalancesResponse> = z.object({
  balances: z.array(
    z.object({
      ...fields,
      affiliate_id: z.string(),
      merchant_name: z.string(),
      payout_method: method.nullable(),
      next_payday: z.object({ on: z.string(), amount: z.number(), minimum: z.number() }).nullable(),
    }),
  ),
});

export const presentOwnBalances = (listed: readonly OwnBalance[]): PortalBalancesResponse => ({
  balances: listed.map(({ balance, merchantName, payday }) => ({
    ...presentFields(balance),
    affiliate_id: balance.affiliateId,
    merchant_name: merchantName,
    payout_method: balance.method,
    next_payday: payday && {
      on: payday.on,
      amount: major(payday.amount, balance.currency),
      minimum: major(payday.minimum, balance.currency),
    },
  })),
});

export const maturingQuery = z.object({
  affiliate_id: reference("affiliate_id"),
  currency: given(currencyCode("currency")),
});
export const maturingResponse: z.ZodType<MaturingResponse> = z.object({
  maturing: z.array(z.object({ day: z.string(), currency: z.string(), amount: z.number(), conversions: z.number() })),
});
export const presentMaturing = (days: readonly MaturingDay[]): MaturingResponse => ({
  maturing: days.map(({ day, currency, minor, conversions }) => ({
    day,
    currency,
    amount: major(minor, currency),
    conversions,
  })),
});

export const ageingResponse: z.ZodType<AgeingResponse> = z.object({
  ageing: z.array(
    z.object({
      currency: z.string(),
      buckets: z.array(
        z.object({
          days_from: z.number(),
          days_to: z.number().nullable(),
          conversions: z.number(),
          commission: z.number(),
        }),
      ),
    }),
  ),
});

/** Every bucket of every currency with any amount, including empty buckets. */
export function presentAgeing(rows: readonly AgeingRow[]): AgeingResponse {
  const currencies = [...new Set(rows.map(({ currency }) => currency))];
  return {
    ageing: currencies.map((currency) => ({
      currency,
      buckets: ageingBuckets.map((from, index) => {
        const row = rows.find((each) => each.currency === currency && each.from === from);
        const next = ageingBuckets[index + 1];
        return {
          days_from: from,
          days_to: next === undefined ? null : next - 1,
          conversions: row?.conversions ?? 0,
          commission: major(row?.minor ?? 0n, currency),
        };
      }),
    })),
  };
}
