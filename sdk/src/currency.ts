const exceptions = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
} as const;
const decimalsByCode = new Map<string, number>(Object.entries(exceptions));
const USUAL_DECIMALS = 2;

/** ISO 4217's minor units, as the service counts. Not from Intl: its data rounds some currencies to what is used in cash. */
export const currencyDecimals = (code: string): number => decimalsByCode.get(code) ?? USUAL_DECIMALS;
