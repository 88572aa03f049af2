import { printable } from "../domain/plain-text.ts";
import type { SignedStatement } from "../domain/statement.ts";
import { fetchIssuerKeys } from "../main.ts";
import { problemsOf, problemsOfContinuation } from "../usecases/statements/verify-statement.ts";
import { command, type Call } from "./command.ts";
import type { Outcome } from "./outcome.ts";

const ABOUT = "verify a statement's signature and sums, and that it continues an earlier one; needs no database";

interface Options {
  readonly key?: string;
  readonly issuer?: string;
}

export const verifyStatementCommand = () =>
  command<Options>("verify-statement <file> [earlier]", ABOUT, verifyStatement)
    .option("--issuer <url>", "the service you trust; its public signing keys are fetched from there")
    .option("--key <key>", "the public key you trust, in base64, or a file that contains it");

type Verdict = "in_order" | "unknown_key" | "not_in_order";

async function verifyStatement({ words: [path = "", earlierPath], options }: Call<Options>): Promise<Outcome> {
  // Imported here because no other command reads statements.
  const { readKeys, readStatementFile } = await import("./statement-file.ts");
  const file = readStatementFile(path);
  const earlier = earlierPath === undefined ? undefined : readStatementFile(earlierPath);
  const trusted = await trustedKeys(options, readKeys);
  const problems = [...problemsOf(file, trusted), ...(earlier ? problemsWith(earlier, file, trusted) : [])].map(
    printable,
  );
  const verdict: Verdict = problems.length > 0 ? "not_in_order" : trusted ? "in_order" : "unknown_key";
  const { lines, head } = file.statement.closing;
  const ok = verdict === "in_order";
  return {
    json: { ok, verdict, problems, public_key: printable(file.public_key), lines, head },
    text: [`The file says: ${summaryOf(file)}`, ...sentencesOf(verdict, problems)],
    failed: !ok,
  };
}

/** Undefined if the caller named no issuer to trust. What the file says about its own issuer proves nothing. */
async function trustedKeys(
  { key, issuer }: Options,
  readKeys: (given: string) => string[],
): Promise<string[] | undefined> {
  if (key === undefined && issuer === undefined) return undefined;
  const named = key === undefined ? [] : readKeys(key);
  return issuer === undefined ? named : [...named, ...(await fetchIssuerKeys(issuer))];
}

function problemsWith(earlier: SignedStatement, later: SignedStatement, trusted: string[] | undefined): string[] {
  const own = problemsOf(earlier, trusted).map((problem) => `Earlier file: ${problem}`);
  return [...own, ...problemsOfContinuation(earlier.statement, later.statement)];
}

const summaryOf = ({
  statement: { affiliate_id: affiliate, month, currency, lines, closing },
}: SignedStatement): string =>
  `${affiliate}, ${month}, ${currency}, ${lines.length} lines, open balance ${closing.balance.open}`;

function sentencesOf(verdict: Verdict, problems: readonly string[]): readonly string[] {
  if (verdict === "not_in_order") return problems;
  if (verdict === "in_order") return ["Signed with a key you trust.", "The statement is valid."];
  return [
    "The statement is consistent, but signed by an unknown key. Anyone can create such a file.",
    "Run the command again with --issuer and the address where you sign in, or with --key and a key you trust.",
  ];
}
