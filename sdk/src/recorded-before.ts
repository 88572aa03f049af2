import type { Failed } from "./attempt.ts";
import { currencyDecimals } from "./currency.ts";
import { TributaryError } from "./error.ts";
import type { ConversionPage, NewConversion } from "./requests.ts";
import type { Conversion, TrackedConversion } from "./resources.ts";

const DEFAULT_CURRENCY = "EUR";

export interface Recovered {
  readonly conversion: TrackedConversion;
  readonly recovered: true;
}

/**
 * Finds the lost result when a retried track call is rejected as a duplicate. Looks among the campaign's newest
 * conversions, where one recorded seconds ago must be. If it is not there, or has another amount, this call did not
 * record it: the error then stays, with the ID of the first conversion.
 */
export async function recordedBefore(
  { code, conversionId }: Failed,
  sent: NewConversion,
  newest: () => Promise<ConversionPage>,
): Promise<Recovered | undefined> {
  if (code !== "duplicate_conversion" || conversionId === undefined) return undefined;
  const found = (await unlessItFails(newest))?.conversions.find(({ id }) => id === conversionId);
  if (found === undefined || !isWhatWasSent(found, sent)) return undefined;
  return { conversion: trackedOf(found), recovered: true };
}

/** What the response to tracking this conversion had. */
export function trackedOf(found: Conversion): TrackedConversion {
  const { id, commission, status, kind, plan_version, lines, customer, coupon_code, attributed_by } = found;
  const optional = { kind, plan_version, lines, customer, coupon_code, attributed_by };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { id, commission, status, ...Object.fromEntries(given) };
}

/** The original error names the conversion and says more than a failed lookup. */
async function unlessItFails(newest: () => Promise<ConversionPage>): Promise<ConversionPage | undefined> {
  try {
    return await newest();
  } catch (error) {
    if (error instanceof TributaryError) return undefined;
    throw error;
  }
}

export function isWhatWasSent(found: Conversion, sent: NewConversion): boolean {
  const currency = (sent.currency ?? DEFAULT_CURRENCY).toUpperCase();
  if (found.external_id !== sent.external_id || found.currency !== currency) return false;
  // The service rounds to the currency's smallest unit.
  const amount = found.original_amount ?? found.amount;
  return Math.abs(amount - (sent.amount ?? 0)) <= 0.500_001 * 10 ** -currencyDecimals(currency);
}
