import type { Delivery } from "../../domain/delivery.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { Explanation } from "../../domain/explanation.ts";
import type { ConversionId } from "../../domain/ids.ts";
import { readActorNames } from "../../store/people/actors.ts";
import { findListedConversion, type ListedConversion } from "../../store/conversions/conversion-list.ts";
import type { MerchantContext } from "../context.ts";
import { listDeliveries } from "../webhooks/list-deliveries.ts";
import { getConversion } from "./get-conversion.ts";
import type { OrderStory, Step } from "./history.ts";

export type HistoryEntry = Step & { readonly actorName: string | null };

export interface DescribedConversion extends Omit<OrderStory, "history"> {
  readonly listed: ListedConversion;
  readonly explanation: Explanation;
  readonly history: HistoryEntry[];
  /** Webhook deliveries about it. */
  readonly deliveries: Delivery[];
}

const DELIVERIES_SHOWN = 100;

/** A conversion with its explanation and the names of the people who changed it. */
export async function describeConversion(context: MerchantContext, id: ConversionId): Promise<DescribedConversion> {
  const { db, accountId } = context;
  const [{ conversion: _, history, ...story }, listed, deliveries] = await Promise.all([
    getConversion(context, id),
    findNamed(context, id),
    listDeliveries(context, { subjectId: id, slice: { limit: DELIVERIES_SHOWN, offset: 0 } }),
  ]);
  const names = await readActorNames(
    db,
    accountId,
    history.map(({ actor }) => actor),
  );
  const named = history.map((entry) => ({ ...entry, actorName: names.get(entry.actor) ?? null }));
  return { listed, ...story, history: named, deliveries };
}

/** In the form that lists use. */
export async function findNamed({ db, accountId }: MerchantContext, id: ConversionId): Promise<ListedConversion> {
  return orRefuse(await findListedConversion(db, accountId, id), "conversion_not_found");
}
