import type { SignedStatement } from "tributary-sdk/pages";
import { openSignedStatement, type StatementQuestion } from "../../src/usecases/statements/open-statement.ts";
import type { StatementReader } from "../../src/usecases/statements/statement-reader.ts";

/** The signed file with all its lines in memory. */
export async function getSignedStatement(
  context: StatementReader,
  question: StatementQuestion,
): Promise<SignedStatement> {
  const { frame, pages, signature, publicKey } = await openSignedStatement(context, question);
  const lines = [];
  for await (const page of pages) lines.push(...page);
  return { statement: { ...frame, lines }, signature, public_key: publicKey };
}
