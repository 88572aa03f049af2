import { BULK_MAX, OFFSET_MAX, PAGE_SIZE_MAX } from "tributary-sdk/limits";
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
import { messageOf } from "./failure.ts";
import { get, post, type Query } from "./http.ts";
import { retryWhenLimited } from "./retry-when-limited.ts";

export const conversionsQuery = (accountId: string, query: ConversionsQuery) =>
  accountRead<ConversionsResponse>(accountId, ["conversions"], query);

const FEW = 5;
/** The newest conversions pending review. */
export const waitingQuery = (accountId: string) => conversionsQuery(accountId, { status: "pending", limit: FEW });

/** The first conversions pending review, without and with flags. */
export const unflaggedQuery = (accountId: string) =>
  conversionsQuery(accountId, { status: "pending", warning_sign: "none", limit: PAGE_SIZE_MAX });
export const flaggedQuery = (accountId: string) =>
  conversionsQuery(accountId, { status: "pending", warning_sign: "any", limit: PAGE_SIZE_MAX });

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

interface SentDecision {
  readonly row: { readonly id: string };
  readonly action: ConversionAction;
  readonly reason: string | undefined;
}

/** The browser sends it even if the page is closed in the meantime. */
const outlivesPage: RequestInit = { keepalive: true };

/** Returns the error of each decision that failed, by the conversion's ID. Waits when rate-limited. */
export async function sendDecisions(
  accountId: string,
  decisions: readonly SentDecision[],
): Promise<ReadonlyMap<string, string>> {
  const alike = new Map<string, SentDecision[]>();
  for (const decision of decisions) {
    const kind = `${decision.action} ${decision.reason ?? ""}`;
    alike.set(kind, [...(alike.get(kind) ?? []), decision]);
  }
  const chunks = [...alike.values()].flatMap(chunksOf);
  const failed = await Promise.all(chunks.map((chunk) => sendAlike(accountId, chunk)));
  return new Map(failed.flat());
}

async function sendAlike(
  accountId: string,
  decisions: readonly SentDecision[],
): Promise<readonly (readonly [id: string, error: string])[]> {
  const ids = decisions.map(({ row }) => row.id);
  const [{ action, reason }] = decisions as [SentDecision];
  const note = reason === undefined ? {} : { reason };
  try {
    if (ids.length === 1) {
      const one = accountPath(accountId, "conversions", ids[0] ?? "", action);
      await retryWhenLimited(() => post(one, note, outlivesPage));
      return [];
    }
    const path = accountPath(accountId, "conversions", "bulk");
    const body: BulkBody = { action, ids, ...note };
    const { results } = await retryWhenLimited(() => post<BulkResponse>(path, body, outlivesPage));
    return results.flatMap((result) => (result.ok ? [] : [[result.id, result.error] as const]));
  } catch (error) {
    return ids.map((id) => [id, messageOf(error)] as const);
  }
}

const chunksOf = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / BULK_MAX) }, (_, index) =>
    items.slice(index * BULK_MAX, (index + 1) * BULK_MAX),
  );

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
