// The program that the service offers as /verify-statement.mjs, for people without a checkout. Bundled into one file.
import { parseArgs } from "node:util";
import { StatementError } from "tributary-sdk";
import { reportOn } from "./statement-report.ts";

const USAGE = `Usage: node verify-statement.mjs FILE [EARLIER_FILE] --issuer https://partners.example
  --issuer URL  the service you trust; its public signing keys are fetched from there
  --key KEY     the public key you trust, in base64, or a file that contains it
  --json        print one JSON object
Exit codes: 0 valid, 1 invalid or not readable, 2 wrong usage`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { path, earlierPath, issuer, key, json } = argumentsOf(args);
  if (path === undefined) return said(USAGE, 2);
  try {
    const report = await reportOn({ path, earlierPath, issuer, key });
    return said(json ? JSON.stringify(report.json) : report.text.join("\n"), report.ok ? 0 : 1);
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    return said(json ? JSON.stringify({ error: error.message, code: error.code }) : error.message, 1);
  }
}

function argumentsOf(args: string[]) {
  const text = { type: "string" } as const;
  try {
    const options = { issuer: text, key: text, json: { type: "boolean" } } as const;
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const [path, earlierPath] = positionals;
    return { path, earlierPath, issuer: values.issuer, key: values.key, json: values.json === true };
  } catch {
    return { path: undefined, earlierPath: undefined, issuer: undefined, key: undefined, json: false };
  }
}

function said(text: string, exitCode: number): number {
  console.log(text);
  return exitCode;
}
