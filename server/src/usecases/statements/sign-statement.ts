import { canonicalJson } from "tributary-sdk/statement";
import { splitAtLines, type Statement, type StatementLine } from "../../domain/statement.ts";
import type { ChainKey } from "../../store/ledger/seals.ts";
import {
  ensureStatementKey,
  findSignature,
  saveSignature,
  type StatementSignature,
} from "../../store/ledger/statements.ts";
import type { Services } from "../context.ts";

export interface Signed {
  readonly signature: string;
  readonly publicKey: string;
}
interface Unsigned {
  readonly frame: Statement;
  readonly pages: AsyncIterable<readonly StatementLine[]>;
}
interface Issued extends Unsigned {
  readonly chain: ChainKey;
  /** YYYY-MM-01 */
  readonly month: string;
}
type Signing = Pick<Services, "db" | "clock" | "wallClock" | "twin" | "statementSigner">;

/** For a month that has not ended: every download is signed in its current state. */
export async function signAnew(services: Signing, unsigned: Unsigned): Promise<Signed> {
  const signed = await sign(services, unsigned);
  await services.db.transaction((tx) => ensureStatementKey(tx, keyOf(services, signed)));
  return signed;
}

/**
 * For a closed month: signed at the first read, and unchanged from then on. With several requests at once, or processes
 * with different settings, the first commit counts for all.
 */
export async function signOnce(services: Signing, { chain, month, frame, pages }: Issued): Promise<StatementSignature> {
  const found = await findSignature(services.db, chain, month);
  if (found) return found;
  const signed = { ...(await sign(services, { frame, pages })), issuerUrl: frame.issuer.url };
  const at = services.clock.now();
  await services.db.transaction(async (tx) => {
    if (await saveSignature(tx, chain, { month, at, ...signed })) await ensureStatementKey(tx, keyOf(services, signed));
  });
  return (await findSignature(services.db, chain, month)) ?? signed;
}

const keyOf = ({ wallClock, twin }: Signing, { publicKey }: Signed) => ({
  publicKey,
  since: wallClock.now(),
  isTest: twin !== null,
});

/** A signature needs the whole text. It is built page by page and signed in another thread. */
async function sign({ statementSigner }: Signing, { frame, pages }: Unsigned): Promise<Signed> {
  const [before, after] = splitAtLines(canonicalJson(frame));
  const parts = [Buffer.from(`${before}[`, "utf8")];
  for await (const lines of pages) {
    const text = lines.map(canonicalJson).join(",");
    parts.push(Buffer.from(parts.length === 1 ? text : `,${text}`, "utf8"));
  }
  parts.push(Buffer.from(`]${after}`, "utf8"));
  const signature = await statementSigner.sign(Buffer.concat(parts));
  return { signature, publicKey: statementSigner.publicKey };
}
