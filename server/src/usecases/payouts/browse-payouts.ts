import { orRefuse } from "../../domain/errors.ts";
import type { PayoutId } from "../../domain/ids.ts";
import type { PayoutDetails } from "../../domain/payout-details.ts";
import { readActorNames } from "../../store/people/actors.ts";
import {
  findListedPayout,
  listPayoutLines,
  listPayoutTransitions,
  payoutList,
  type LinesPage,
  type ListedPayout,
  type PayoutFilter,
  type PayoutLine,
  type PayoutTransition,
} from "../../store/payouts/payout-list.ts";
import { findPayee } from "../../store/payouts/payouts.ts";
import type { AffiliateContext, MerchantContext, Services } from "../context.ts";
import { listing, pagesOf, type Listing, type PageReader } from "../listing.ts";

export type { ListedPayout, PayoutFilter, PayoutLine } from "../../store/payouts/payout-list.ts";

export const browsePayouts: Listing<PayoutFilter, ListedPayout> = listing(payoutList);
export const browseOwnPayouts: PageReader<AffiliateContext, PayoutFilter, ListedPayout> = pagesOf(payoutList);

export type PayoutReader = MerchantContext | AffiliateContext;

/** A merchant sees their account's payouts, an affiliate their own; anything else is reported as not found. */
export async function findNamedPayout(context: PayoutReader, id: PayoutId): Promise<ListedPayout> {
  return orRefuse(await findListedPayout(context.db, context, id), "payout_not_found");
}

export interface PayoutLines {
  readonly listed: ListedPayout;
  readonly lines: PayoutLine[];
  readonly total: number;
}

export async function listLinesOfPayout(
  context: PayoutReader,
  { id, page }: { id: PayoutId; page: LinesPage },
): Promise<PayoutLines> {
  const listed = await findNamedPayout(context, id);
  const found = await listPayoutLines(context.db, listed.payout, page);
  // Order IDs are the merchant's own.
  const lines = "accountId" in context ? found : found.map((line) => ({ ...line, externalId: null }));
  return { listed, lines, total: listed.payout.conversions + listed.payout.clawBacks };
}

const BATCH_LINES = 500;

/** All lines, read in batches for a download. Lines are never deleted, so none is missed or repeated. */
export async function* readLinesOfPayout(
  { reads }: Pick<Services, "reads">,
  { payout }: ListedPayout,
): AsyncGenerator<PayoutLine[], void> {
  for (let offset = 0; ; offset += BATCH_LINES) {
    const page = { limit: BATCH_LINES, offset };
    const lines = await reads.run((db) => listPayoutLines(db, payout, page));
    yield lines;
    if (lines.length < BATCH_LINES) return;
  }
}

export type NamedTransition = PayoutTransition & { readonly actorName: string | null };

export interface DescribedPayout {
  readonly listed: ListedPayout;
  /** For owners only; null once the person is erased. */
  readonly payee: PayoutDetails | null;
  readonly history: NamedTransition[];
}

export async function describePayout(context: MerchantContext, id: PayoutId): Promise<DescribedPayout> {
  const { db, accountId, role, payoutDetailsBox } = context;
  const listed = await findNamedPayout(context, id);
  const history = await listPayoutTransitions(db, id);
  const names = await readActorNames(
    db,
    accountId,
    history.map(({ actor }) => actor),
  );
  const sealed = role === "owner" ? await findPayee(db, accountId, id) : null;
  return {
    listed,
    payee: sealed ? (JSON.parse(payoutDetailsBox.open(sealed, id)) as PayoutDetails) : null,
    history: history.map((entry) => ({ ...entry, actorName: names.get(entry.actor) ?? null })),
  };
}
