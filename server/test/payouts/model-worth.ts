import type { ModelConversion, ModelRefund, ModelTerms, Worth } from "./model-types.ts";

/** The conversion's own plan, applied to what is left of its original. */
export function remainderOf(
  { original, refunded }: Pick<ModelConversion, "original" | "refunded">,
  rule: ModelTerms["rule"],
): Worth {
  const amount = original.amount - refunded;
  if (refunded === 0n) return { ...original };
  if (amount === 0n) return { amount, commission: 0n };
  const isWhole = "fixed" in rule && !rule.scales;
  const share = (2n * original.commission * amount + original.amount) / (2n * original.amount);
  return { amount, commission: isWhole ? original.commission : share };
}

/** Approved and matured, or in a payout. */
export const isSettled = ({ status, payout, maturesAt }: ModelConversion, now: number): boolean =>
  status === "approved" && (payout !== null || now >= maturesAt);

export const clawedBackOf = ({ clawBacks }: ModelConversion): bigint => sum(clawBacks.map(({ minor }) => minor));

/** What a person gave back although the refund still counts. */
export const waivedOf = ({ clawBacks }: ModelConversion): bigint =>
  -sum(clawBacks.filter(({ undoes }) => undoes?.refund && isInForce(undoes.refund)).map(({ minor }) => minor));

/** A later edit replaces the refund of an earlier one. */
export const isInForce = ({ counted, isEdit, one }: ModelRefund): boolean =>
  counted || (isEdit && one.order.refunds.some((each) => each.isEdit && each.counted));

export const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const most = (a: bigint, b: bigint): bigint => (a > b ? a : b);
