import { createHash } from "node:crypto";
import { genesisText, noBalances, presentBalances } from "tributary-sdk/statement";
import { NO_BRANDING, type Branding } from "../../domain/branding.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { uuidOf, type AffiliateId } from "../../domain/ids.ts";
import { monthOf, type Statement, type StatementLine } from "../../domain/statement.ts";
import { readChainState, readChainStates, type ChainKey, type ChainState } from "../../store/ledger/seals.ts";
import { findIssue, issueStatement, type Issue, type Party } from "../../store/ledger/statements.ts";
import { findBranding } from "../../store/people/brands.ts";
import { sealAndThen, sealForReading } from "./seal-transfers.ts";
import { signAnew, signOnce, type Signed } from "./sign-statement.ts";
import { openPages } from "./statement-pages.ts";
import { partyOf, type StatementReader } from "./statement-reader.ts";

export interface StatementQuestion {
  readonly affiliateId: AffiliateId;
  /** undefined: missing or invalid. */
  readonly currency: Currency | undefined;
  /** YYYY-MM */
  readonly month: string;
}

/** A statement can be large, so its lines are read in pages. They can be read more than once. */
export interface OpenStatement extends Party {
  /** The statement without its lines. */
  readonly frame: Statement;
  readonly pages: AsyncIterable<readonly StatementLine[]>;
}
export interface OpenSignedStatement extends OpenStatement {
  readonly signature: string;
  readonly publicKey: string;
}

/** For the page, with the merchant's branding, which is not part of the signed document. */
export async function openStatement(
  context: StatementReader,
  question: StatementQuestion,
): Promise<OpenStatement & { readonly branding: Branding }> {
  const { party, opened, signed } = await open(context, question);
  const branding = (await findBranding(context.db, party.accountId)) ?? NO_BRANDING;
  return { ...party, ...opened, ...signed, branding };
}

export async function openSignedStatement(
  context: StatementReader,
  question: StatementQuestion,
): Promise<OpenSignedStatement> {
  const { party, opened, signed } = await open(context, question);
  return { ...party, ...opened, ...(signed ?? (await signAnew(context, opened))) };
}

interface Opened {
  readonly party: Party;
  readonly opened: Pick<OpenStatement, "frame" | "pages">;
  /** Set only for a complete month, whose file never changes again. */
  readonly signed: Signed | undefined;
}

async function open(context: StatementReader, question: StatementQuestion): Promise<Opened> {
  const party = await partyOf(context, question.affiliateId);
  const month = monthOf(question.month);
  const now = context.clock.now();
  const { affiliateId, currency } = question;
  if (!month || !currency)
    throw new AppError("invalid_request", {
      text: "A statement needs a currency and a month, such as EUR and 2026-03.",
    });
  if (new Date(month.first) > now) throw new AppError("statement_not_found");
  const chain = { accountId: party.accountId, affiliateId, currency };
  const complete = now >= month.endsAt;
  const issue = complete ? await issueOf(context, chain, month.first) : undefined;
  if (!issue) await sealForReading(context);
  const [before, closing] = await readChainStates(context.db, chain, [dayBefore(month.first), month.first]);
  if (!closing) throw new AppError("statement_not_found");
  const opening = before ?? genesis(chain);
  const pages = await openPages(context, { chain, opening, closing });
  const frame: Statement = {
    version: 1,
    issuer: { url: context.settings.baseUrl, account_id: chain.accountId },
    affiliate_id: affiliateId,
    currency,
    month: question.month,
    complete,
    opening: border(opening, currency),
    lines: [],
    closing: border(closing, currency),
    issued_at: (issue?.issuedAt ?? now).toISOString(),
  };
  if (!issue) return { party, opened: { frame, pages }, signed: undefined };
  const signed = await signOnce(context, { chain, month: month.first, frame, pages });
  const issuer = { ...frame.issuer, url: signed.issuerUrl };
  return { party, opened: { frame: { ...frame, issuer }, pages }, signed };
}

/** Closes the month if it is still open. Only that needs the sealing lock; a closed month is read without it. */
async function issueOf(context: StatementReader, chain: ChainKey, month: string): Promise<Issue> {
  const issued = await findIssue(context.db, chain, month);
  if (issued) return issued;
  const closed = await sealAndThen(context, async (tx) => {
    // Under the lock, so that new bookings cannot get into the month that is being closed.
    const closing = orRefuse(await readChainState(tx, chain, month), "statement_not_found");
    return issueStatement(tx, chain, { month, closing, at: context.clock.now() });
  });
  if (!closed) throw new AppError("busy");
  return closed.done;
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

const genesis = ({ affiliateId, currency }: ChainKey): ChainState => ({
  number: 0,
  lines: 0,
  head: createHash("sha256")
    .update(genesisText(uuidOf(affiliateId), currency))
    .digest(),
  balances: noBalances,
});

const border = ({ balances, lines, head }: ChainState, currency: Currency): Statement["opening"] => ({
  balance: presentBalances(balances, currency),
  lines,
  head: head.toString("hex"),
});
