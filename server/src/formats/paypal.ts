import { decimalsOf, type Currency } from "../domain/values/currency.ts";
import { moneyText, type Money } from "../domain/values/money.ts";

/**
 * Currencies that PayPal pays out in. PayPal rejects decimal amounts in those without decimals. BRL and MYR work only
 * within their own country. Source: the currency codes of PayPal's mass payments,
 * https://developer.paypal.com/docs/archive/mass-pay/integration-guide/currency-codes/
 */
const WITH_DECIMALS = "AUD BRL CAD CHF CZK DKK EUR GBP HKD ILS MXN MYR NOK NZD PHP PLN SEK SGD THB USD";
const WITHOUT_DECIMALS = "HUF JPY TWD";

const withDecimals = new Set(WITH_DECIMALS.split(" "));
const withoutDecimals = new Set(WITHOUT_DECIMALS.split(" "));

/** Undefined: PayPal does not support the currency. */
export function decimalsAtPaypal(currency: Currency): number | undefined {
  if (withoutDecimals.has(currency)) return 0;
  return withDecimals.has(currency) ? decimalsOf(currency) : undefined;
}

export const paypalAmount = (amount: Money): string =>
  decimalsAtPaypal(amount.currency) === 0 ? moneyText(amount).replace(/\.0+$/, "") : moneyText(amount);
