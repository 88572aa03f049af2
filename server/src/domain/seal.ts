import { uuidOf, type Id } from "./ids.ts";

/** What of a transfer is sealed. Ids are bare UUIDs, as in the database, which makes the same text by itself. */
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

/** Its SHA-256 is the line's digest; a chain's head is the SHA-256 of the head before and the digest. */
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

/** Where a chain begins: its SHA-256 is the head before the first line. */
export const genesisText = (affiliateId: Id<"affiliate">, currency: string): string =>
  `tributary:seal:1|${uuidOf(affiliateId)}|${currency}`;
