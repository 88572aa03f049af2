import { createHash, createPublicKey, verify } from "node:crypto";
import type { Currency } from "../../domain/currency.ts";
import { parseId, uuidOf, type Id, type IdKind } from "../../domain/ids.ts";
import { genesisText, sealText } from "../../domain/seal.ts";
import {
  afterLine,
  canonicalJson,
  currencyOf,
  minorOf,
  noBalances,
  presentBalances,
  readBalances,
  type SignedStatement,
  type Statement,
  type StatementLine,
} from "../../domain/statement.ts";

/**
 * Lists what is wrong, as sentences. Without trusted keys, an empty list only means that the file is consistent: anyone
 * can create such a file with their own key.
 */
export function problemsOf(file: SignedStatement, trustedKeys?: readonly string[]): string[] {
  const problems: string[] = [];
  if (trustedKeys && !trustedKeys.includes(file.public_key))
    problems.push("The file was signed with a different key than expected.");
  if (!isSigned(file)) problems.push("The signature is invalid: the file was changed, or signed by someone else.");
  return [...problems, ...problemsOfArithmetic(file.statement)];
}

/** Checks that the later file continues the earlier one: what it showed must still be there. */
export function problemsOfContinuation(earlier: Statement, later: Statement): string[] {
  const same = (name: "affiliate_id" | "currency"): boolean => earlier[name] === later[name];
  if (!same("affiliate_id") || !same("currency") || earlier.issuer.account_id !== later.issuer.account_id)
    return ["The two statements are for different affiliates, accounts or currencies."];
  const shown = earlier.closing.lines;
  if (later.closing.lines < shown) return ["The later statement covers fewer lines than the earlier one."];
  if (later.opening.lines > shown)
    return [`There are ${later.opening.lines - shown} lines between the two. Check the statements in between as well.`];
  const count = shown - later.opening.lines;
  if (headAfter(later, count) !== earlier.closing.head)
    return ["The later statement does not continue the earlier one."];
  // The chain covers only lines, so the balances where the two meet are compared separately.
  return balanceAfter(later, count) === canonicalJson(earlier.closing.balance)
    ? []
    : ["The balances at the end of the earlier statement do not match the later one."];
}

/** The balance after the first `count` lines, recalculated from the lines. */
function balanceAfter({ opening, lines, ...statement }: Statement, count: number): string {
  const currency = currencyOf(statement);
  let balances = readBalances(opening.balance, currency);
  for (const line of lines.slice(0, count)) balances = afterLine(balances, line, currency);
  return canonicalJson(presentBalances(balances, currency));
}

function isSigned({ statement, signature, public_key: key }: SignedStatement): boolean {
  try {
    const publicKey = createPublicKey({
      key: { kty: "OKP", crv: "Ed25519", x: Buffer.from(key, "base64").toString("base64url") },
      format: "jwk",
    });
    return verify(null, Buffer.from(canonicalJson(statement), "utf8"), publicKey, Buffer.from(signature, "base64"));
  } catch {
    return false;
  }
}

function problemsOfArithmetic(statement: Statement): string[] {
  try {
    return arithmetic(statement);
  } catch (error) {
    return [`The statement cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function arithmetic(statement: Statement): string[] {
  const { opening, closing, lines } = statement;
  const currency = currencyOf(statement);
  const problems: string[] = [];
  const misnumbered = lines.find((line, index) => line.number !== opening.lines + index + 1);
  if (misnumbered) problems.push(`Line ${misnumbered.number} is out of order.`);
  if (closing.lines !== opening.lines + lines.length) problems.push("The number of lines does not match.");
  const stranger = lines.find((line) => !concerns(line, statement.affiliate_id));
  if (stranger) problems.push(`Line ${stranger.number} belongs to another affiliate.`);
  if (opening.lines === 0 && opening.head !== genesisOf(statement))
    problems.push("The hash chain does not start at its origin.");
  if (opening.lines === 0 && canonicalJson(opening.balance) !== canonicalJson(presentBalances(noBalances, currency)))
    problems.push("The opening balance of the first statement is not zero.");
  if (balanceAfter(statement, lines.length) !== canonicalJson(closing.balance))
    problems.push("The closing balance does not match the opening balance and the lines.");
  if (headAfter(statement, lines.length) !== closing.head)
    problems.push("A line differs from the one that was sealed.");
  return problems;
}

const concerns = (line: StatementLine, affiliateId: string): boolean =>
  [line.from.owner, line.to.owner].some((owner) => owner === affiliateId);

const genesisOf = ({ affiliate_id: affiliate, currency }: Statement): string =>
  createHash("sha256")
    .update(genesisText(idFrom("affiliate", affiliate), currency))
    .digest("hex");

/** The chain's head after the first `count` lines, recalculated from the lines. */
function headAfter(statement: Statement, count: number): string {
  const currency = currencyOf(statement);
  let head: Buffer = Buffer.from(statement.opening.head, "hex");
  for (const line of statement.lines.slice(0, count)) {
    const digest = createHash("sha256")
      .update(sealText(sealedOf(line, currency)))
      .digest();
    head = createHash("sha256").update(head).update(digest).digest();
  }
  return head.toString("hex");
}

const sealedOf = (line: StatementLine, currency: Currency) => ({
  uuid: uuidOf(idFrom("transfer", line.id)),
  at: new Date(line.at),
  debitKind: line.from.account,
  debitOwner: ownerOf(line.from.owner),
  creditKind: line.to.account,
  creditOwner: ownerOf(line.to.owner),
  amountMinor: minorOf(line.amount, currency),
  currency,
  conversion: line.conversion_id === null ? null : uuidOf(idFrom("conversion", line.conversion_id)),
  payout: line.payout_id === null ? null : uuidOf(idFrom("payout", line.payout_id)),
  clawBack: line.claw_back_id === null ? null : uuidOf(idFrom("claw_back", line.claw_back_id)),
  seq: line.step,
});

const ownerOf = (id: string): string => uuidOf(parseId("affiliate", id) ?? idFrom("campaign", id));

function idFrom<Kind extends IdKind>(kind: Kind, text: string): Id<Kind> {
  const id = parseId(kind, text);
  if (!id) throw new Error(`${text} is not a ${kind.replace("_", "-")} ID.`);
  return id;
}
