import type { Conversion } from "../../domain/conversion.ts";
import { orRefuse } from "../../domain/errors.ts";
import { explain, type Explanation } from "../../domain/explanation.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { listClawBacksOf } from "../../store/conversions/claw-backs.ts";
import { findConversion } from "../../store/conversions/conversions.ts";
import { listTransitions } from "../../store/conversions/transitions.ts";
import type { MerchantContext } from "../context.ts";
import { historyOf, type Step } from "./history.ts";

export interface ConversionStory {
  readonly conversion: Conversion;
  readonly explanation: Explanation;
  readonly history: Step[];
}

export async function getConversion({ db, accountId }: MerchantContext, id: ConversionId): Promise<ConversionStory> {
  const conversion = orRefuse(await findConversion(db, accountId, id), "conversion_not_found");
  const [transitions, clawBacks] = await Promise.all([
    listTransitions(db, conversion.id),
    listClawBacksOf(db, accountId, id),
  ]);
  return { conversion, explanation: explain(conversion), history: historyOf(transitions, clawBacks) };
}
