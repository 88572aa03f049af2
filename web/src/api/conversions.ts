import { OFFSET_MAX, PAGE_SIZE_MAX } from "tributary-sdk/limits";
import type {
  BulkAnswer,
  BulkBody,
  ConversionAction,
  ConversionAnswer,
  ConversionChangedAnswer,
  ConversionsAnswer,
  ConversionsQuery,
} from "tributary-sdk/pages";
import { accountPath, accountRead } from "./account.ts";
import { get, post, type Query } from "./http.ts";
import { patiently } from "./retry-when-limited.ts";

export const conversionsQuery = (accountId: string, query: ConversionsQuery) =>
  accountRead<ConversionsAnswer>(accountId, ["conversions"], query);

const FEW = 5;
/** The newest that ask for a decision. */
export const waitingQuery = (accountId: string) => conversionsQuery(accountId, { status: "pending", limit: FEW });

export const conversionQuery = (accountId: string, id: string) =>
  accountRead<ConversionAnswer>(accountId, ["conversions", id]);

export const changeConversion = (
  accountId: string,
  id: string,
  { action, reason }: { action: ConversionAction; reason?: string | undefined },
): Promise<ConversionChangedAnswer> =>
  post(accountPath(accountId, "conversions", id, action), reason === undefined ? undefined : { reason });

/** Part of a long run: it waits if the service asks to slow down, so that the run does not end half done. */
export const changeConversions = (accountId: string, body: BulkBody): Promise<BulkAnswer> =>
  patiently(() => post(accountPath(accountId, "conversions", "bulk"), body));

/** All that match, page by page. Read whole before anything is changed: a change moves rows from page to page. */
export async function matchingConversions(
  accountId: string,
  filter: ConversionsQuery,
): Promise<ConversionsAnswer["conversions"]> {
  const found: ConversionsAnswer["conversions"] = [];
  for (let offset = 0; offset <= OFFSET_MAX; offset += PAGE_SIZE_MAX) {
    const page = { ...filter, limit: PAGE_SIZE_MAX, offset };
    const { conversions } = await get<ConversionsAnswer>(accountPath(accountId, "conversions"), page as Query);
    found.push(...conversions);
    if (conversions.length < PAGE_SIZE_MAX) break;
  }
  return [...new Map(found.map((conversion) => [conversion.id, conversion])).values()];
}
