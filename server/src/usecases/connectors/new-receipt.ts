import { createHash } from "node:crypto";
import {
  ReceiptProblem,
  type InboundRequest,
  type Provider,
  type Recognized,
} from "../../connectors/shared/provider.ts";
import { idOf } from "../../domain/ids.ts";
import type { NewReceipt } from "../../store/connectors/inbox.ts";
import type { Services } from "../context.ts";
import { keptHeaders, sealBody } from "./receipt-body.ts";

const KEY_MAX = 200;
const TOPIC_MAX = 100;

export function newReceipt(
  { random, receiptBox }: Pick<Services, "random" | "receiptBox">,
  { provider, request }: { provider: Provider; request: InboundRequest },
  receivedAt: Date,
): NewReceipt {
  const id = idOf("receipt", random.uuid(receivedAt));
  const bodyEncrypted = sealBody(receiptBox, id, { headers: keptHeaders(request), body: request.body });
  return { id, ...recognized(provider, request), bodyEncrypted, receivedAt };
}

/** A signed body that nobody can read is stored too: it fails with a reason, and can run again after an update. */
function recognized(provider: Provider, request: InboundRequest): Recognized {
  try {
    const { dedupKey, topic } = provider.recognize(request);
    return { dedupKey: storable(dedupKey), topic: storableTopic(topic) };
  } catch (error) {
    if (!(error instanceof ReceiptProblem)) throw error;
    return { dedupKey: digestOf(request.body), topic: "" };
  }
}

export const storableTopic = (topic: string): string => topic.toWellFormed().replaceAll("\0", "").slice(0, TOPIC_MAX);

const storable = (key: string): string =>
  key.length <= KEY_MAX && key.isWellFormed() && !key.includes("\0") ? key : digestOf(key);

const digestOf = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
