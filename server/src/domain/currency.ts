const TWO_DECIMALS =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG";
const NO_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
const THREE_DECIMALS = "BHD IQD JOD KWD LYD OMR TND";
const FOUR_DECIMALS = "CLF UYW";

/** ISO 4217's minor units. Not from Intl: its data rounds some currencies to what is used in cash. */
const decimalsByCode = new Map<string, number>(
  [NO_DECIMALS, undefined, TWO_DECIMALS, THREE_DECIMALS, FOUR_DECIMALS].flatMap((codes, decimals) =>
    (codes?.split(" ") ?? []).map((code): [string, number] => [code, decimals]),
  ),
);

/** An upper-case ISO 4217 code that parseCurrency has let through. */
export type Currency = string & { readonly __currency: true };

export function parseCurrency(text: string): Currency | undefined {
  // Some letters outside ASCII become ASCII ones in upper case: a dotless i would make ILS.
  if (!/^[a-z]{3}$/i.test(text)) return undefined;
  const code = text.toUpperCase();
  return decimalsByCode.has(code) ? (code as Currency) : undefined;
}

export function decimalsOf(currency: Currency): number {
  const decimals = decimalsByCode.get(currency);
  if (decimals === undefined) throw new Error(`Unknown currency ${currency}.`);
  return decimals;
}

export const DEFAULT_CURRENCY = "EUR" as Currency;
