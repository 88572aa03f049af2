import { AppError } from "../../domain/errors.ts";
import type { AffiliateId } from "../../domain/ids.ts";
import { findParty, type Party } from "../../store/ledger/statements.ts";
import type { AffiliateContext, MerchantContext } from "../context.ts";

/** Either side: the merchant by the account, the affiliate by the person. Whatever is not theirs does not exist. */
export type StatementReader = MerchantContext | AffiliateContext;

/** Who signed in to read it. */
export const personOf = (context: StatementReader): string => ("accountId" in context ? context.actor : context.userId);

export async function partyOf(context: StatementReader, affiliateId: AffiliateId): Promise<Party> {
  const party = await findParty(context.db, affiliateId);
  const isTheirs =
    "accountId" in context ? party?.accountId === context.accountId : party?.userId === (context.userId as string);
  if (!party || !isTheirs) throw new AppError("affiliate_not_found", { text: "There is no such affiliate." });
  return party;
}
