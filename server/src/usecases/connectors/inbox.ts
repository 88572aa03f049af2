import type { InboundRequest } from "../../connectors/shared/provider.ts";
import { providerNamed } from "../../connectors/providers.ts";
import { BoundedMap } from "../../domain/bounded-map.ts";
import { AppError } from "../../domain/errors.ts";
import { parseId, type ConnectorId } from "../../domain/ids.ts";
import { findMailbox, RECEIPTS_CHANNEL, reviveReceipt, type Mailbox } from "../../store/connectors/inbox.ts";
import type { Services } from "../context.ts";
import { newReceipt } from "./new-receipt.ts";
import { ReceiptWriter } from "./receipt-writer.ts";
import { RefusedSignatures } from "./refused-signatures.ts";

interface OpenedMailbox extends Mailbox {
  readonly secret: string | null;
  readonly previousSecret: string | null;
}

const REMEMBERED_MAX = 1_000;

type Needed = Pick<Services, "db" | "clock" | "random" | "connectorSecretBox" | "receiptBox">;

interface InboxErrors {
  readonly isDatabaseUnavailable: (error: unknown) => boolean;
  readonly onError: (error: unknown) => void;
}

/**
 * Accepts webhooks: checks the signature and stores the receipt with one statement. Secrets are remembered, and the
 * statement makes sure that they are still valid.
 */
export class Inbox {
  readonly #services: Needed;
  readonly #known = new BoundedMap<ConnectorId, OpenedMailbox>(REMEMBERED_MAX);
  readonly #refused: RefusedSignatures;
  readonly #writer: ReceiptWriter;

  constructor(services: Needed, { isDatabaseUnavailable, onError }: InboxErrors) {
    this.#services = services;
    this.#refused = new RefusedSignatures(services, onError);
    this.#writer = new ReceiptWriter(services, isDatabaseUnavailable);
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
    const provider = providerNamed(mailbox.provider);
    if (provider.isPing?.(request)) return true;
    const now = this.#services.clock.now();
    if (!provider.verify(request, validSecrets(mailbox, now), now)) return false;
    const receipt = newReceipt(this.#services, { provider, request }, now);
    const stored = await this.#writer.store({ ...receipt, mailbox });
    const { db } = this.#services;
    if (stored === "known" && (await reviveReceipt(db, mailbox, receipt))) db.tell(RECEIPTS_CHANNEL);
    return stored !== "outdated";
  }
}

function validSecrets({ secret, previousSecret, previousSecretUntil }: OpenedMailbox, now: Date): string[] {
  const previous = previousSecretUntil !== null && now < previousSecretUntil ? previousSecret : null;
  return [secret, previous].filter((each) => each !== null);
}
