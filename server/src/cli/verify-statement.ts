import { StatementError } from "tributary-sdk";
import { AppError } from "../domain/errors.ts";
import { command, type Call } from "./command.ts";
import type { Outcome } from "./outcome.ts";
import { reportOn } from "./statement-report.ts";

const ABOUT = "verify a statement's signature and sums, and that it continues an earlier one; needs no database";

interface Options {
  readonly key?: string;
  readonly issuer?: string;
}

export const verifyStatementCommand = () =>
  command<Options>("verify-statement <file> [earlier]", ABOUT, verify)
    .option("--issuer <url>", "the service you trust; its public signing keys are fetched from there")
    .option("--key <key>", "the public key you trust, in base64, or a file that contains it");

async function verify({ words: [path = "", earlierPath], options }: Call<Options>): Promise<Outcome> {
  const { key, issuer } = options;
  try {
    const { ok, json, text } = await reportOn({ path, earlierPath, key, issuer });
    return { json, text, failed: !ok };
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    const code = error.code === "issuer_unreachable" ? error.code : "invalid_request";
    throw new AppError(code, { text: error.message, cause: error });
  }
}
