import type { Conversion } from "../../domain/conversion.ts";
import { orRefuse } from "../../domain/errors.ts";
import { explain, type Explanation } from "../../domain/explanation.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { findClawBackOf } from "../../store/conversions/claw-backs.ts";
import { findConversion, listTransitions } from "../../store/conversions/conversions.ts";
import type { MerchantContext } from "../context.ts";
import { historyOf, type Step } from "./history.ts";

export interface ConversionStory {
  readonly conversion: Conversion;
  readonly explanation: Explanation;
  readonly history: Step[];
}

export async function getConversion({ db, accountId }: MerchantContext, id: ConversionId): Promise<ConversionStory> {
  const conversion = orRefuse(await findConversion(db, accountId, id), "conversion_not_found");
  const [transitions, clawBack] = await Promise.all([
    listTransitions(db, conversion.id),
    findClawBackOf(db, accountId, id),
  ]);
  return { conversion, explanation: explain(conversion), history: historyOf(transitions, clawBack) };
}
