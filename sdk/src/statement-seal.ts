/** The sealed fields of a transfer. IDs are bare UUIDs, as in the database, which builds the same text on its own. */
export interface SealedTransfer {
  readonly uuid: string;
  readonly at: Date;
  readonly debitKind: string;
  readonly debitOwner: string;
  readonly creditKind: string;
  readonly creditOwner: string;
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly conversion: string | null;
  readonly payout: string | null;
  readonly clawBack: string | null;
  readonly seq: number;
}

/**
 * The SHA-256 of this text is the line's digest. A chain's new head is the SHA-256 of its previous head and that
 * digest.
 */
export function sealText(transfer: SealedTransfer): string {
  return [
    transfer.uuid,
    transfer.at.getTime(),
    transfer.debitKind,
    transfer.debitOwner,
    transfer.creditKind,
    transfer.creditOwner,
    transfer.amountMinor,
    transfer.currency,
    transfer.conversion ?? "",
    transfer.payout ?? "",
    transfer.clawBack ?? "",
    transfer.seq,
  ].join("|");
}

/** The SHA-256 of this text is the head of an empty chain. The affiliate is named by UUID. */
export const genesisText = (affiliate: string, currency: string): string => `tributary:seal:1|${affiliate}|${currency}`;
