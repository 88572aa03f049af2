import { AppError } from "../../domain/errors.ts";
import type { AffiliateId } from "../../domain/ids.ts";
import { findParty, type Party } from "../../store/ledger/statements.ts";
import type { AffiliateContext, MerchantContext } from "../context.ts";

/** Either side: merchants by account, affiliates by person. Anything else is reported as not found. */
export type StatementReader = MerchantContext | AffiliateContext;

/** The signed-in reader. */
export const personOf = (context: StatementReader): string => ("accountId" in context ? context.actor : context.userId);

export async function partyOf(context: StatementReader, affiliateId: AffiliateId): Promise<Party> {
  const party = await findParty(context.db, affiliateId);
  const isTheirs =
    "accountId" in context ? party?.accountId === context.accountId : party?.userId === (context.userId as string);
  if (!party || !isTheirs) throw new AppError("affiliate_not_found", { text: "Affiliate not found." });
  return party;
}
