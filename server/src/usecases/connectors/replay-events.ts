import type { InboundRequest } from "../../connectors/shared/provider.ts";
import { rawEntries, rawFields } from "../../connectors/shared/json-tokens.ts";
import { providerNamed } from "../../connectors/providers.ts";
import { AppError } from "../../domain/errors.ts";
import type { ConnectorId } from "../../domain/ids.ts";
import { findMailbox, insertReceipts, RECEIPTS_CHANNEL, reviveReceipt } from "../../store/connectors/inbox.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { OperatorContext } from "../context.ts";
import { newReceipt } from "./new-receipt.ts";

export interface Replayed {
  readonly stored: number;
  /** Events that arrived before. */
  readonly known: number;
}

/**
 * Stores the events of a file as receipts, without signatures: Tributary trusts the file. The file is a JSON array, a
 * list of the provider's API (`{ "data": [...] }`) or one event per line. Where the provider names the event in headers,
 * each entry is `{ "headers": {...}, "body": {...} }`.
 */
export async function replayEvents(
  context: OperatorContext,
  { connectorId, text }: { connectorId: ConnectorId; text: string },
): Promise<Replayed> {
  const { db, clock } = context;
  const mailbox = await findMailbox(db, connectorId);
  if (!mailbox || mailbox.isDeleted) throw new AppError("connector_not_found");
  const provider = providerNamed(mailbox.provider);
  let stored = 0;
  const requests = requestsIn(text);
  for (const request of requests) {
    const receipt = newReceipt(context, { provider, request }, clock.now());
    const [result] = await insertReceipts(db, [{ ...receipt, mailbox }]);
    if (result === "outdated") throw new AppError("connector_not_found");
    if (result === "stored" || (await reviveReceipt(db, mailbox, receipt))) stored += 1;
  }
  const known = requests.length - stored;
  if (stored > 0) {
    db.tell(RECEIPTS_CHANNEL);
    const acting = asOperator(context, mailbox.accountId);
    await db.transaction((tx) =>
      audit(tx, acting, { action: "connector.replayed", subject: connectorId, after: { receipts: stored } }),
    );
  }
  return { stored, known };
}

/** Events keep the text that they have in the file: parsing would round long numbers. */
function requestsIn(text: string): InboundRequest[] {
  const whole = parsed(text);
  if (Array.isArray(whole)) return rawEntries(text).map(requestOf);
  if (isObject(whole) && Array.isArray(whole["data"]))
    return rawEntries(rawFields(text).get("data") ?? "[]").map(requestOf);
  if (isObject(whole)) return [requestOf(text.trim())];
  return text.split("\n").flatMap((line, index) => {
    if (line.trim() === "") return [];
    if (!isObject(parsed(line)))
      throw new AppError("invalid_request", { text: `Line ${index + 1} of the file is not a JSON object.` });
    return requestOf(line.trim());
  });
}

function requestOf(text: string): InboundRequest {
  const event = parsed(text);
  if (!isObject(event))
    throw new AppError("invalid_request", { text: "Every event in the file must be a JSON object." });
  const { headers, body } = event;
  if (!isObject(headers) || body === undefined) return { headers: {}, body: Buffer.from(text) };
  const lowered = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]);
  const content = typeof body === "string" ? body : (rawFields(text).get("body") ?? "");
  return { headers: Object.fromEntries(lowered) as Record<string, string>, body: Buffer.from(content) };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
