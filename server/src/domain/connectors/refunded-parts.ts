import { divideHalfUp } from "../values/money.ts";
import type { RefundedPart, RefundedParts } from "./fact.ts";
import type { KnownPayment } from "./fact-json.ts";

interface Charge {
  /** Without tax. */
  readonly net: bigint;
  /** What the customer got back. */
  readonly gross: bigint;
}

/** The goods and the shipping of a refund, with and without tax. Only the order says what prices contain. */
export function partsOf(payment: KnownPayment, refunded: RefundedParts): { goods: Charge; shipping: Charge } {
  const isIncluded = payment.taxIncluded ?? refunded.taxIncluded;
  const shipping = chargeOf(refunded.shipping, isIncluded);
  const priced = chargeOf(refunded.goods, isIncluded);
  const { paidMinor } = refunded;
  const beyond = paidMinor === undefined ? refunded.beyondMinor : paidMinor - shipping.gross;
  return { goods: beyond === 0n ? priced : asPaid(payment, priced, priced.gross + beyond), shipping };
}

function chargeOf({ amountMinor, taxMinor, isNet }: RefundedPart, isIncluded: boolean): Charge {
  return isIncluded && isNet !== true
    ? { net: amountMinor - taxMinor, gross: amountMinor }
    : { net: amountMinor, gross: amountMinor + taxMinor };
}

/** Other money than the prices come to has the tax of the goods that came back, else that of all goods of the order. */
function asPaid({ amounts }: KnownPayment, priced: Charge, paid: bigint): Charge {
  const gross = paid > 0n ? paid : 0n;
  const { net, gross: whole } = priced.gross > 0n ? priced : { net: amounts.net, gross: amounts.goodsGross ?? 0n };
  // An order from before its goods were known by themselves: all of it has the same tax.
  const [part, of] = whole > 0n ? [net, whole] : [amounts.netAndShipping, amounts.gross];
  return { gross, net: part > 0n && of > 0n ? divideHalfUp(part * gross, of) : 0n };
}
