import type { PortalConversionsQuery } from "tributary-sdk/pages";
import { conversionStatuses, ownConversionSorts } from "tributary-sdk/words";
import { day, offset, oneOf, searchSchema, text } from "../../format/search-params.ts";
import { utcMomentsOf } from "../../format/utc-days.ts";

/** UTC days, inclusive. */
export const ownConversionsSearch = searchSchema({
  campaign_id: text,
  status: oneOf(conversionStatuses),
  from: day,
  to: day,
  sort: oneOf(ownConversionSorts),
  offset,
});
export type OwnConversionsSearch = ReturnType<typeof ownConversionsSearch>;

export const ownConversionsQueryOf = ({ from, to, ...more }: OwnConversionsSearch): PortalConversionsQuery => ({
  ...more,
  ...utcMomentsOf({ from, to }),
});
