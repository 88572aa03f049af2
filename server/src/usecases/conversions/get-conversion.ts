import type { Conversion } from "../../domain/conversion.ts";
import { orRefuse } from "../../domain/errors.ts";
import { explain, type Explanation } from "../../domain/explanation.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { findConversion } from "../../store/conversions/conversions.ts";
import type { MerchantContext } from "../context.ts";
import { readOrderStory, type OrderStory } from "./history.ts";

export interface ConversionStory extends OrderStory {
  readonly conversion: Conversion;
  readonly explanation: Explanation;
}

export async function getConversion({ db, accountId }: MerchantContext, id: ConversionId): Promise<ConversionStory> {
  const conversion = orRefuse(await findConversion(db, accountId, id), "conversion_not_found");
  return { conversion, explanation: explain(conversion), ...(await readOrderStory(db, conversion)) };
}
