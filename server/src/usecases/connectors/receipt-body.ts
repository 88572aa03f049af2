import type { InboundRequest, StoredReceipt } from "../../connectors/shared/provider.ts";
import type { ReceiptId } from "../../domain/ids.ts";
import type { SecretBox } from "../../system/secret-box.ts";

/** Headers by which a provider says what it sends. Signatures are left out: they were checked on arrival. */
const KEPT = /^(?:x-shopify-|shopify-|x-wc-webhook-|webhook-|x-event-name$)/;
const SIGNATURE = /signature|hmac/;

export function keptHeaders({ headers }: Pick<InboundRequest, "headers">): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const only = typeof value === "string" ? value : value?.[0];
    if (only !== undefined && KEPT.test(name) && !SIGNATURE.test(name)) kept[name] = only;
  }
  return kept;
}

/** One line of headers, then the body as it arrived. */
export const sealBody = (
  box: SecretBox,
  id: ReceiptId,
  { headers, body }: Pick<InboundRequest, "headers" | "body">,
): Buffer => box.seal([Buffer.from(`${JSON.stringify(headers)}\n`), body], id);

export function openBody(box: SecretBox, id: ReceiptId, sealed: Buffer): Pick<StoredReceipt, "headers" | "body"> {
  const text = box.open(sealed, id);
  const end = text.indexOf("\n");
  return { headers: JSON.parse(text.slice(0, end)) as Record<string, string>, body: text.slice(end + 1) };
}
