import type { SignedStatement } from "./statement-format.ts";
import { StatementError } from "./statement-error.ts";
import { wrongPart } from "./statement-file.ts";
import { fetchIssuerKeys, type IssuerKeys } from "./issuer-keys.ts";
import { problemsOf, problemsOfContinuation } from "./statement-problems.ts";

export interface StatementToVerify {
  /** The parsed JSON of a statement file. */
  readonly file: unknown;
  /** An earlier statement of the same affiliate and currency, which this one must continue. */
  readonly earlier?: unknown;
  /** The address of the service you trust: its published keys are fetched over https. */
  readonly issuer?: string;
  /** Public keys that you trust, in base64. */
  readonly keys?: readonly string[];
  /** Public keys of test accounts, in base64. A statement signed with one is not valid, and the problem says why. */
  readonly testKeys?: readonly string[];
}

export interface VerifiedStatement {
  /** True only for `in_order`. */
  readonly ok: boolean;
  /** `unknown_key`: the file is consistent, but you named no issuer and no key, and anyone can sign such a file. */
  readonly verdict: "in_order" | "unknown_key" | "not_in_order";
  /** What is wrong, as sentences. They may quote the file. */
  readonly problems: readonly string[];
  readonly file: SignedStatement;
}

/** Checks who signed a statement, its totals and seals, and that it continues an earlier one. */
export async function verifyStatement(request: StatementToVerify): Promise<VerifiedStatement> {
  const file = signedStatement(request.file, "file");
  const earlier = request.earlier === undefined ? undefined : signedStatement(request.earlier, "earlier");
  const trusted = await trustedKeys(request);
  const problems = await problemsOf(file, trusted?.keys, trusted?.testKeys);
  if (earlier) {
    const own = await problemsOf(earlier, trusted?.keys, trusted?.testKeys);
    problems.push(...own.map((problem) => `Earlier file: ${problem}`));
    problems.push(...(await problemsOfContinuation(earlier.statement, file.statement)));
  }
  const verdict = problems.length > 0 ? "not_in_order" : trusted ? "in_order" : "unknown_key";
  return { ok: verdict === "in_order", verdict, problems, file };
}

function signedStatement(value: unknown, name: "file" | "earlier"): SignedStatement {
  const part = wrongPart(value);
  if (part === undefined) return value as SignedStatement;
  throw new StatementError("invalid_statement", `${name} is not a signed statement: ${part} is wrong.`);
}

/** Undefined if the caller trusts nobody. What the file says about its own issuer proves nothing. */
async function trustedKeys({ issuer, keys, testKeys = [] }: StatementToVerify): Promise<IssuerKeys | undefined> {
  if (issuer === undefined) return keys && { keys, testKeys };
  const published = await fetchIssuerKeys(issuer);
  return { keys: [...(keys ?? []), ...published.keys], testKeys: [...testKeys, ...published.testKeys] };
}
