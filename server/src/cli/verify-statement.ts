import { readFileSync } from "node:fs";
import { AppError } from "../domain/errors.ts";
import type { SignedStatement } from "../domain/statement.ts";
import { problemsOf, problemsOfContinuation } from "../usecases/statements/verify-statement.ts";
import { command, type Call } from "./command.ts";
import { messageOf, type Outcome } from "./outcome.ts";

const ABOUT = "check a statement's signature and sums, and that it goes on from an earlier one; needs no database";

export const verifyStatementCommand = () =>
  command<{ key?: string }>("verify-statement <file> [earlier]", ABOUT, verifyStatement).option(
    "--key <base64>",
    "the public key that must have signed it, from /.well-known/tributary-statements.json",
  );

async function verifyStatement({ words: [file = "", earlier], options }: Call<{ key?: string }>): Promise<Outcome> {
  const later = readStatement(file);
  const problems = problemsOf(later, options.key);
  if (earlier !== undefined) problems.push(...problemsWithEarlier(later, earlier, options.key));
  const { statement, public_key: key } = later;
  const about = `${statement.affiliate_id}, ${statement.month}, ${statement.currency}: ${statement.lines.length} lines, open balance ${statement.closing.balance.open}`;
  const whose =
    options.key === undefined
      ? `Signed with ${key}: compare it with ${statement.issuer.url}/.well-known/tributary-statements.json`
      : `Signed with the key you named.`;
  const verdict = problems.length === 0 ? "The statement is in order." : problems.join("\n");
  const { lines, head } = statement.closing;
  return {
    json: { ok: problems.length === 0, problems, public_key: key, lines, head },
    text: [about, whose, verdict].join("\n"),
    failed: problems.length > 0,
  };
}

function problemsWithEarlier(later: SignedStatement, path: string, key: string | undefined): string[] {
  const earlier = readStatement(path);
  const own = problemsOf(earlier, key).map((problem) => `The earlier file: ${problem}`);
  return [...own, ...problemsOfContinuation(earlier.statement, later.statement)];
}

function readStatement(path: string): SignedStatement {
  try {
    return asStatement(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new AppError("invalid_request", { text: `${path} cannot be read as a statement: ${messageOf(error)}.` });
  }
}

/** Only as far as the checks themselves do not find out. */
function asStatement(parsed: unknown): SignedStatement {
  const file = parsed as SignedStatement;
  const { opening, closing, lines, issuer } = file.statement;
  const borders = [opening, closing].every(
    ({ balance, head }) => typeof balance === "object" && typeof head === "string",
  );
  if (!borders || !Array.isArray(lines) || typeof issuer.url !== "string") throw new Error("it holds no statement");
  return file;
}
