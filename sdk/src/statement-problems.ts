import type { SignedStatement, Statement, StatementLine } from "./statement-format.ts";
import { afterLine, minorOf, noBalances, presentBalances, readBalances } from "./statement-balances.ts";
import { canonicalJson } from "./canonical-json.ts";
import { genesisText, sealText } from "./statement-seal.ts";
import { uuidIn } from "./uuid-in.ts";

/**
 * Lists what is wrong, as sentences. Without trusted keys, an empty list only means that the file is consistent: anyone
 * can create such a file with their own key.
 */
export async function problemsOf(
  file: SignedStatement,
  trustedKeys?: readonly string[],
  testKeys: readonly string[] = [],
): Promise<string[]> {
  const problems: string[] = [];
  if (trustedKeys && !trustedKeys.includes(file.public_key))
    problems.push(
      testKeys.includes(file.public_key)
        ? "The file was signed with a test key: it is from a test account, and its money is not real."
        : "The file was signed with a different key than expected.",
    );
  if (!(await isSigned(file)))
    problems.push("The signature is invalid: the file was changed, or signed by someone else.");
  return [...problems, ...(await readable(() => problemsOfArithmetic(file.statement)))];
}

/** Checks that the later file continues the earlier one: what it showed must still be there. */
export function problemsOfContinuation(earlier: Statement, later: Statement): Promise<string[]> {
  return readable(() => continuation(earlier, later));
}

async function continuation(earlier: Statement, later: Statement): Promise<string[]> {
  const same = (name: "affiliate_id" | "currency"): boolean => earlier[name] === later[name];
  if (!same("affiliate_id") || !same("currency") || earlier.issuer.account_id !== later.issuer.account_id)
    return ["The two statements are for different affiliates, accounts or currencies."];
  const shown = earlier.closing.lines;
  if (later.closing.lines < shown) return ["The later statement covers fewer lines than the earlier one."];
  if (later.opening.lines > shown)
    return [`There are ${later.opening.lines - shown} lines between the two. Check the statements in between as well.`];
  const count = shown - later.opening.lines;
  if ((await headAfter(later, count)) !== earlier.closing.head)
    return ["The later statement does not continue the earlier one."];
  // The chain covers only lines, so the balances where the two meet are compared separately.
  return balanceAfter(later, count) === canonicalJson(earlier.closing.balance)
    ? []
    : ["The balances at the end of the earlier statement do not match the later one."];
}

async function readable(check: () => Promise<string[]>): Promise<string[]> {
  try {
    return await check();
  } catch (error) {
    return [`The statement cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** The balance after the first `count` lines, recalculated from the lines. */
function balanceAfter({ opening, lines, currency }: Statement, count: number): string {
  let balances = readBalances(opening.balance, currency);
  for (const line of lines.slice(0, count)) balances = afterLine(balances, line, currency);
  return canonicalJson(presentBalances(balances, currency));
}

async function isSigned({ statement, signature, public_key: key }: SignedStatement): Promise<boolean> {
  try {
    const publicKey = await crypto.subtle.importKey("raw", fromBase64(key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", publicKey, fromBase64(signature), bytesOf(canonicalJson(statement)));
  } catch {
    return false;
  }
}

async function problemsOfArithmetic(statement: Statement): Promise<string[]> {
  const { opening, closing, lines, currency } = statement;
  const problems: string[] = [];
  const misnumbered = lines.find((line, index) => line.number !== opening.lines + index + 1);
  if (misnumbered) problems.push(`Line ${misnumbered.number} is out of order.`);
  if (closing.lines !== opening.lines + lines.length) problems.push("The number of lines does not match.");
  const stranger = lines.find((line) => !concerns(line, statement.affiliate_id));
  if (stranger) problems.push(`Line ${stranger.number} belongs to another affiliate.`);
  if (opening.lines === 0 && opening.head !== (await genesisOf(statement)))
    problems.push("The hash chain does not start at its origin.");
  if (opening.lines === 0 && canonicalJson(opening.balance) !== canonicalJson(presentBalances(noBalances, currency)))
    problems.push("The opening balance of the first statement is not zero.");
  if (balanceAfter(statement, lines.length) !== canonicalJson(closing.balance))
    problems.push("The closing balance does not match the opening balance and the lines.");
  if ((await headAfter(statement, lines.length)) !== closing.head)
    problems.push("A line differs from the one that was sealed.");
  return problems;
}

const concerns = (line: StatementLine, affiliateId: string): boolean =>
  [line.from.owner, line.to.owner].some((owner) => owner === affiliateId);

const genesisOf = async ({ affiliate_id: affiliate, currency }: Statement): Promise<string> =>
  toHex(await sha256(bytesOf(genesisText(uuidIn(affiliate, "aff"), currency))));

/** The chain's head after the first `count` lines, recalculated from the lines. */
async function headAfter({ opening, lines, currency }: Statement, count: number): Promise<string> {
  let head = fromHex(opening.head);
  for (const line of lines.slice(0, count)) {
    const digest = await sha256(bytesOf(sealText(sealedOf(line, currency))));
    const both = new Uint8Array(head.length + digest.length);
    both.set(head);
    both.set(digest, head.length);
    head = await sha256(both);
  }
  return toHex(head);
}

const sealedOf = (line: StatementLine, currency: string) => ({
  uuid: uuidIn(line.id, "trf"),
  at: new Date(line.at),
  debitKind: line.from.account,
  debitOwner: uuidIn(line.from.owner, "aff", "cmp"),
  creditKind: line.to.account,
  creditOwner: uuidIn(line.to.owner, "aff", "cmp"),
  amountMinor: minorOf(line.amount, currency),
  currency,
  conversion: line.conversion_id === null ? null : uuidIn(line.conversion_id, "conv"),
  payout: line.payout_id === null ? null : uuidIn(line.payout_id, "po"),
  clawBack: line.claw_back_id === null ? null : uuidIn(line.claw_back_id, "clb"),
  seq: line.step,
});

type Bytes = Uint8Array<ArrayBuffer>;

const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);
const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
const toHex = (bytes: Bytes): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (hex: string): Bytes =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16));
