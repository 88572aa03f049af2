import { createHash } from "node:crypto";
import type { Tx } from "../../db/database.ts";
import type { Currency } from "../../domain/currency.ts";
import { DAY_MS } from "../../domain/day.ts";
import { AppError } from "../../domain/errors.ts";
import type { AccountId, AffiliateId, UserId } from "../../domain/ids.ts";
import { genesisText } from "../../domain/seal.ts";
import {
  canonicalJson,
  monthOf,
  noBalances,
  presentBalances,
  presentLine,
  type SignedStatement,
  type Statement,
} from "../../domain/statement.ts";
import { lockSealing, readChainState, type ChainKey, type ChainState } from "../../store/seals.ts";
import {
  ensureStatementKey,
  findParty,
  issueStatement,
  listChainMonths,
  listSealedLines,
  type ChainMonth,
  type Party,
} from "../../store/statements.ts";
import type { AffiliateContext, MerchantContext, Services } from "../context.ts";
import { sealAllIn, sealWaiting } from "./seal-transfers.ts";

/** Either side: the merchant by the account, the affiliate by the person. Whatever is not theirs does not exist. */
export type StatementReader = MerchantContext | AffiliateContext;

export interface StatementQuestion {
  readonly affiliateId: AffiliateId;
  /** Undefined: it was not given, or is none. */
  readonly currency: Currency | undefined;
  /** YYYY-MM */
  readonly month: string;
}
export interface FoundStatement extends Party {
  readonly statement: Statement;
}

export async function getStatement(context: StatementReader, question: StatementQuestion): Promise<FoundStatement> {
  const party = await partyOf(context, question.affiliateId);
  const month = monthOf(question.month);
  const now = context.clock.now();
  const { affiliateId, currency } = question;
  if (!month || !currency)
    throw new AppError("invalid_request", { text: "A statement has a currency and a month, such as EUR and 2026-03." });
  if (new Date(month.first) > now) throw new AppError("statement_not_found");
  const chain = { accountId: party.accountId, affiliateId, currency };
  const complete = now >= month.endsAt;
  // In short transactions: under the lock below only what came meanwhile is left to do.
  await sealWaiting(context);
  const found = await context.db.transaction(async (tx) => {
    // Under the lock of the seals: what is booked from now on cannot come into a month that is being closed.
    await lockSealing(tx);
    await sealAllIn(tx, now);
    const closing = await readChainState(tx, chain, month.first);
    if (!closing) throw new AppError("statement_not_found");
    const issuedAt = complete ? await issueStatement(tx, chain, { month: month.first, closing, at: now }) : now;
    return { closing, issuedAt, ...(await readMonth(tx, chain, month.first)) };
  });
  return { ...party, statement: statementOf(context, { chain, month: question.month, complete, ...found }) };
}

export async function getSignedStatement(
  context: StatementReader,
  question: StatementQuestion,
): Promise<SignedStatement> {
  const { statement } = await getStatement(context, question);
  const { statementSigner: signer } = context;
  const { publicKey } = signer;
  await context.db.transaction((tx) => ensureStatementKey(tx, publicKey, context.clock.now()));
  return { statement, signature: signer.sign(canonicalJson(statement)), public_key: publicKey };
}

export interface ListedMonth extends ChainMonth {
  readonly complete: boolean;
}

/** Months with lines, newest first. */
export async function listStatements(
  context: StatementReader,
  { affiliateId, currency }: { affiliateId: AffiliateId; currency: Currency | undefined },
): Promise<ListedMonth[]> {
  const { accountId } = await partyOf(context, affiliateId);
  const now = context.clock.now();
  await sealWaiting(context);
  const months = await listChainMonths(context.db, { accountId, affiliateId, currency });
  return months.map((each) => ({ ...each, complete: now >= (monthOf(each.month.slice(0, 7))?.endsAt ?? now) }));
}

async function partyOf(context: StatementReader, affiliateId: AffiliateId): Promise<Party> {
  const party = await findParty(context.db, affiliateId);
  const isTheirs = "accountId" in context ? isOfAccount(party, context.accountId) : isOfPerson(party, context.userId);
  if (!party || !isTheirs) throw new AppError("affiliate_not_found", { text: "There is no such affiliate." });
  return party;
}

const isOfAccount = (party: Party | undefined, accountId: AccountId): boolean => party?.accountId === accountId;
const isOfPerson = (party: { userId: string } | undefined, userId: UserId): boolean => party?.userId === userId;

interface Month {
  readonly opening: ChainState;
  readonly lines: Awaited<ReturnType<typeof listSealedLines>>;
}

async function readMonth(tx: Tx, chain: ChainKey, first: string): Promise<Month> {
  const before = await readChainState(tx, chain, dayBefore(first));
  return { opening: before ?? genesis(chain), lines: await listSealedLines(tx, chain, first) };
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);

const genesis = ({ affiliateId, currency }: ChainKey): ChainState => ({
  lines: 0,
  head: createHash("sha256").update(genesisText(affiliateId, currency)).digest(),
  balances: noBalances,
});

interface StatementParts extends Month {
  readonly chain: ChainKey;
  readonly month: string;
  readonly complete: boolean;
  readonly closing: ChainState;
  readonly issuedAt: Date;
}

function statementOf({ settings }: Services, parts: StatementParts): Statement {
  const { chain, opening, closing } = parts;
  const border = ({ balances, lines, head }: ChainState) => ({
    balance: presentBalances(balances, chain.currency),
    lines,
    head: head.toString("hex"),
  });
  return {
    version: 1,
    issuer: { url: settings.baseUrl, account_id: chain.accountId },
    affiliate_id: chain.affiliateId,
    currency: chain.currency,
    month: parts.month,
    complete: parts.complete,
    opening: border(opening),
    lines: parts.lines.map((line, index) => presentLine(line, opening.lines + index + 1, chain.currency)),
    closing: border(closing),
    issued_at: parts.issuedAt.toISOString(),
  };
}
