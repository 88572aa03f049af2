import { createHash } from "node:crypto";
import {
  ReceiptProblem,
  type InboundRequest,
  type Provider,
  type Recognized,
} from "../../connectors/shared/provider.ts";
import { providerNamed } from "../../connectors/providers.ts";
import { BoundedMap } from "../../domain/bounded-map.ts";
import { AppError } from "../../domain/errors.ts";
import { idOf, parseId, type ConnectorId } from "../../domain/ids.ts";
import {
  findMailbox,
  insertReceipt,
  RECEIPTS_CHANNEL,
  type Mailbox,
  type NewReceipt,
} from "../../store/connectors/inbox.ts";
import type { Services } from "../context.ts";
import { keptHeaders, sealBody } from "./receipt-body.ts";
import { RefusedSignatures } from "./refused-signatures.ts";

interface OpenedMailbox extends Mailbox {
  readonly secret: string | null;
  readonly previousSecret: string | null;
}

const REMEMBERED_MAX = 1_000;
const KEY_MAX = 200;
const TOPIC_MAX = 100;

type Needed = Pick<Services, "db" | "clock" | "random" | "connectorSecretBox" | "receiptBox">;

/**
 * Accepts webhooks: checks the signature and stores the receipt with one statement. Secrets are remembered, and the
 * statement makes sure that they are still valid.
 */
export class Inbox {
  readonly #services: Needed;
  readonly #known = new BoundedMap<ConnectorId, OpenedMailbox>(REMEMBERED_MAX);
  readonly #refused: RefusedSignatures;

  constructor(services: Needed, onError: (error: unknown) => void) {
    this.#services = services;
    this.#refused = new RefusedSignatures(services, onError);
  }

  /** Resolves once the receipt is stored, or if it was stored before. */
  async receive(connectorId: string, request: InboundRequest): Promise<void> {
    const id = parseId("connector", connectorId);
    if (!id) throw new AppError("connector_not_found");
    const known = this.#known.get(id);
    if (known && (await this.#accept(known, request))) return;
    // Not known, or its secrets have changed since.
    const mailbox = await this.#read(id);
    if (await this.#accept(mailbox, request)) return;
    this.#refused.note(mailbox);
    throw new AppError(providerNamed(mailbox.provider).refusal?.(request) ?? "invalid_signature");
  }

  /** Resolves when all refused requests are counted. */
  close(): Promise<void> {
    return this.#refused.close();
  }

  async #read(id: ConnectorId): Promise<OpenedMailbox> {
    const { db, connectorSecretBox } = this.#services;
    const mailbox = await findMailbox(db, id);
    if (!mailbox) throw new AppError("connector_not_found");
    if (mailbox.isDeleted) throw new AppError("connector_deleted");
    const open = (sealed: Buffer | null): string | null => sealed && connectorSecretBox.open(sealed, id);
    const { secretEncrypted, previousSecretEncrypted } = mailbox;
    const opened = { ...mailbox, secret: open(secretEncrypted), previousSecret: open(previousSecretEncrypted) };
    this.#known.set(id, opened);
    return opened;
  }

  /** False if the signature is wrong, or if the secrets that it was checked against are no longer valid. */
  async #accept(mailbox: OpenedMailbox, request: InboundRequest): Promise<boolean> {
    const { db, clock } = this.#services;
    const provider = providerNamed(mailbox.provider);
    if (provider.isPing?.(request)) return true;
    const now = clock.now();
    if (!provider.verify(request, validSecrets(mailbox, now), now)) return false;
    const stored = await insertReceipt(db, mailbox, this.#receiptOf(provider, request, now));
    if (stored === "stored") db.tell(RECEIPTS_CHANNEL);
    return stored !== "outdated";
  }

  #receiptOf(provider: Provider, request: InboundRequest, receivedAt: Date): NewReceipt {
    const { random, receiptBox } = this.#services;
    const id = idOf("receipt", random.uuid(receivedAt));
    const body = { headers: keptHeaders(request), body: request.body.toString("utf8") };
    return { id, ...recognized(provider, request), bodyEncrypted: sealBody(receiptBox, id, body), receivedAt };
  }
}

function validSecrets({ secret, previousSecret, previousSecretUntil }: OpenedMailbox, now: Date): string[] {
  const previous = previousSecretUntil !== null && now < previousSecretUntil ? previousSecret : null;
  return [secret, previous].filter((each) => each !== null);
}

/** A signed body that nobody can read is stored too: it fails with a reason, and can run again after an update. */
export function recognized(provider: Provider, request: InboundRequest): Recognized {
  try {
    const { dedupKey, topic } = provider.recognize(request);
    return { dedupKey: storable(dedupKey), topic: topic.toWellFormed().replaceAll("\0", "").slice(0, TOPIC_MAX) };
  } catch (error) {
    if (!(error instanceof ReceiptProblem)) throw error;
    return { dedupKey: digestOf(request.body), topic: "" };
  }
}

const storable = (key: string): string =>
  key.length <= KEY_MAX && key.isWellFormed() && !key.includes("\0") ? key : digestOf(key);

const digestOf = (content: string | Buffer): string => createHash("sha256").update(content).digest("hex");
