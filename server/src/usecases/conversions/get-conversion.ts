import type { Conversion } from "../../domain/conversion.ts";
import { AppError } from "../../domain/errors.ts";
import { explain, type Explanation } from "../../domain/explanation.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { findConversion, listTransitions, type Transition } from "../../store/conversions.ts";
import type { MerchantContext } from "../context.ts";

export interface ConversionStory {
  readonly conversion: Conversion;
  readonly explanation: Explanation;
  readonly history: Transition[];
}

export async function getConversion({ db, accountId }: MerchantContext, id: ConversionId): Promise<ConversionStory> {
  const conversion = await findConversion(db, accountId, id);
  if (!conversion) throw new AppError("conversion_not_found");
  return { conversion, explanation: explain(conversion), history: await listTransitions(db, conversion.id) };
}
