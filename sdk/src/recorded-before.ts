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
 * The answer that was lost, when a repeated track call is told that its order is known. Looked for among the newest
 * conversions of the campaign, where something recorded seconds ago must be. What is not there, or was recorded with
 * another amount, is not this call's work: then the refusal stands, with the id of whatever was first.
 */
export async function recordedBefore(
  { code, conversionId }: Failed,
  sent: NewConversion,
  newest: () => Promise<ConversionPage>,
): Promise<Recovered | undefined> {
  if (code !== "duplicate_conversion" || conversionId === undefined) return undefined;
  const found = (await unlessItFails(newest))?.conversions.find(({ id }) => id === conversionId);
  if (found === undefined || !isWhatWasSent(found, sent)) return undefined;
  const { id, commission, status } = found;
  return { conversion: { id, commission, status }, recovered: true };
}

/** The refusal, which names the conversion, says more than that it could not be looked up. */
async function unlessItFails(newest: () => Promise<ConversionPage>): Promise<ConversionPage | undefined> {
  try {
    return await newest();
  } catch (error) {
    if (error instanceof TributaryError) return undefined;
    throw error;
  }
}

function isWhatWasSent(found: Conversion, sent: NewConversion): boolean {
  const currency = (sent.currency ?? DEFAULT_CURRENCY).toUpperCase();
  if (found.external_id !== sent.external_id || found.currency !== currency) return false;
  // The service rounds to the currency's smallest unit.
  return Math.abs(found.amount - (sent.amount ?? 0)) <= 0.500_001 * 10 ** -currencyDecimals(currency);
}
