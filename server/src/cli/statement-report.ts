import { readFileSync } from "node:fs";
import {
  publishedKeys,
  publishedTestKeys,
  StatementError,
  verifyStatement,
  type StatementToVerify,
  type VerifiedStatement,
} from "tributary-sdk";
import { printable } from "../domain/values/plain-text.ts";

// Shared by `tributary verify-statement` and the file that the service offers for download, so it imports nothing but
// the SDK and Node.

export interface StatementFiles {
  readonly path: string;
  readonly earlierPath: string | undefined;
  readonly issuer: string | undefined;
  /** A key in base64, a file that contains one, or a saved copy of /.well-known/tributary-statements.json. */
  readonly key: string | undefined;
}

export interface StatementReport {
  readonly ok: boolean;
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: readonly string[];
}

/** Throws a `StatementError` if a file, key or issuer cannot be read. */
export async function reportOn({ path, earlierPath, issuer, key }: StatementFiles): Promise<StatementReport> {
  const verified = await verifyStatement({
    file: read(path, "a statement", JSON.parse),
    ...(earlierPath === undefined ? {} : { earlier: read(earlierPath, "a statement", JSON.parse) }),
    ...(issuer === undefined ? {} : { issuer }),
    ...(key === undefined ? {} : readKeys(key)),
  });
  const { ok, verdict, file } = verified;
  const problems = verified.problems.map(printable);
  const { lines, head } = file.statement.closing;
  return {
    ok,
    json: { ok, verdict, problems, public_key: printable(file.public_key), lines, head },
    text: [`The file says: ${summaryOf(file)}`, ...sentencesOf(verdict, problems)].map(printable),
  };
}

const KEY = /^[A-Za-z0-9+/]{43}=$/;

function readKeys(given: string): Pick<StatementToVerify, "keys" | "testKeys"> {
  if (KEY.test(given)) return { keys: [given] };
  return read(given, "a public key", (text) =>
    KEY.test(text.trim()) ? { keys: [text.trim()] } : { keys: publishedKeys(text), testKeys: publishedTestKeys(text) },
  );
}

function read<Content>(path: string, what: string, parse: (text: string) => Content): Content {
  try {
    return parse(readFileSync(path, "utf8"));
  } catch (error) {
    // The parser's message would quote the file's content.
    const why =
      error instanceof SyntaxError ? "it is not JSON" : error instanceof Error ? error.message : String(error);
    throw new StatementError("invalid_statement", printable(`Could not read ${path} as ${what}: ${why}.`));
  }
}

const summaryOf = ({
  statement: { affiliate_id: affiliate, month, currency, lines, closing },
}: VerifiedStatement["file"]): string =>
  `${affiliate}, ${month}, ${currency}, ${lines.length} lines, open balance ${closing.balance.open}`;

function sentencesOf(verdict: VerifiedStatement["verdict"], problems: readonly string[]): readonly string[] {
  if (verdict === "not_in_order") return problems;
  if (verdict === "in_order") return ["Signed with a key you trust.", "The statement is valid."];
  return [
    "The statement is consistent, but signed by an unknown key. Anyone can create such a file.",
    "Run the command again with --issuer and the address where you sign in, or with --key and a key you trust.",
  ];
}
