import { readFileSync } from "node:fs";
import { z } from "zod";
import { AppError } from "../domain/errors.ts";
import type { SignedStatement } from "../domain/statement.ts";
import { messageOf } from "./outcome.ts";

const count = z.int().min(0);
const border = z.strictObject({
  balance: z.strictObject({
    pending: z.string(),
    payable: z.string(),
    in_payout: z.string(),
    paid: z.string(),
    receivable: z.string(),
    open: z.string(),
  }),
  lines: count,
  head: z.string().regex(/^[0-9a-f]{64}$/),
});
const side = z.strictObject({ account: z.string(), owner: z.string() });
const line = z.strictObject({
  number: count,
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.string(),
  from: side,
  to: side,
  amount: z.string(),
  conversion_id: z.string().nullable(),
  payout_id: z.string().nullable(),
  claw_back_id: z.string().nullable(),
  step: count,
});
/** Strict: an unknown field is not covered by any check and must not seem verified. */
const file = z.strictObject({
  statement: z.strictObject({
    version: z.literal(1),
    issuer: z.strictObject({ url: z.string(), account_id: z.string() }),
    affiliate_id: z.string(),
    currency: z.string(),
    month: z.string(),
    complete: z.boolean(),
    opening: border,
    lines: z.array(line),
    closing: border,
    issued_at: z.string(),
  }),
  signature: z.string(),
  public_key: z.string(),
});

export function readStatementFile(path: string): SignedStatement {
  return read(path, "a statement", (text) => file.parse(JSON.parse(text)) as SignedStatement);
}

const KEY = /^[A-Za-z0-9+/]{43}=$/;

/** A key, a file that contains one, or a saved copy of /.well-known/tributary-statements.json. */
export function readKeys(given: string): string[] {
  if (KEY.test(given)) return [given];
  return read(given, "a public key", (text) => {
    if (KEY.test(text.trim())) return [text.trim()];
    return z
      .object({ keys: z.array(z.object({ public_key: z.string() })) })
      .parse(JSON.parse(text))
      .keys.map((key) => key.public_key);
  });
}

function read<Content>(path: string, what: string, parse: (text: string) => Content): Content {
  try {
    return parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new AppError("invalid_request", { text: `${path} cannot be read as ${what}: ${whyOf(error)}.` });
  }
}

function whyOf(error: unknown): string {
  // The parser's message would quote the file's content.
  if (error instanceof SyntaxError) return "it is not JSON";
  if (!(error instanceof z.ZodError)) return messageOf(error);
  const [issue] = error.issues;
  return issue ? `${issue.path.join(".") || "the file"} is wrong` : "it contains something else";
}
