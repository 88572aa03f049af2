const TWO_DECIMALS =
  "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG";
const NO_DECIMALS = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";
const THREE_DECIMALS = "BHD IQD JOD KWD LYD OMR TND";
const FOUR_DECIMALS = "CLF UYW";

/** ISO 4217's minor units by code. Not from Intl, which rounds some currencies to their cash units. */
export const decimalsByCurrency: ReadonlyMap<string, number> = new Map(
  [
    { decimals: 0, codes: NO_DECIMALS },
    { decimals: 2, codes: TWO_DECIMALS },
    { decimals: 3, codes: THREE_DECIMALS },
    { decimals: 4, codes: FOUR_DECIMALS },
  ].flatMap(({ decimals, codes }) => codes.split(" ").map((code): [string, number] => [code, decimals])),
);

/** Two for a code that ISO 4217 does not list. */
export const currencyDecimals = (code: string): number => decimalsByCurrency.get(code) ?? 2;
