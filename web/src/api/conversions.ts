import { OFFSET_MAX, PAGE_SIZE_MAX } from "tributary-sdk/limits";
import type {
  BulkResponse,
  BulkBody,
  ConversionAction,
  ConversionResponse,
  ConversionChangedResponse,
  ConversionsResponse,
  ConversionsQuery,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { get, post, type Query } from "./http.ts";
import { retryWhenLimited } from "./retry-when-limited.ts";

export const conversionsQuery = (accountId: string, query: ConversionsQuery) =>
  accountRead<ConversionsResponse>(accountId, ["conversions"], query);

const FEW = 5;
/** The newest conversions pending review. */
export const waitingQuery = (accountId: string) => conversionsQuery(accountId, { status: "pending", limit: FEW });

export const conversionQuery = (accountId: string, id: string) =>
  accountRead<ConversionResponse>(accountId, ["conversions", id]);

export const changeConversion = (
  accountId: string,
  id: string,
  { action, reason }: { action: ConversionAction; reason?: string | undefined },
): Promise<ConversionChangedResponse> =>
  post(accountPath(accountId, "conversions", id, action), reason === undefined ? undefined : { reason });

/** Waits when rate-limited, so that a long bulk action does not stop halfway. */
export const changeConversions = (accountId: string, body: BulkBody): Promise<BulkResponse> =>
  retryWhenLimited(() => post(accountPath(accountId, "conversions", "bulk"), body));

/** Reads all pages before any change, because a change moves rows between pages. */
export async function matchingConversions(
  accountId: string,
  filter: ConversionsQuery,
): Promise<ConversionsResponse["conversions"]> {
  const found: ConversionsResponse["conversions"] = [];
  for (let offset = 0; offset <= OFFSET_MAX; offset += PAGE_SIZE_MAX) {
    const page = { ...filter, limit: PAGE_SIZE_MAX, offset };
    const { conversions } = await get<ConversionsResponse>(accountPath(accountId, "conversions"), page as Query);
    found.push(...conversions);
    if (conversions.length < PAGE_SIZE_MAX) break;
  }
  return [...new Map(found.map((conversion) => [conversion.id, conversion])).values()];
}
