import type { CouponFact } from "../../domain/connectors/fact.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { ConnectorId } from "../../domain/ids.ts";
import { isStorable } from "../../domain/values/plain-text.ts";
import { lockConnector } from "../../store/connectors/connectors.ts";
import { listAffectedOrders, saveFacts } from "../../store/connectors/facts.ts";
import { RECEIPTS_CHANNEL } from "../../store/connectors/inbox.ts";
import { queueOrders } from "../../store/connectors/order-queue.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

export interface NamedCoupons {
  readonly stored: number;
  readonly problems: readonly LineProblem[];
}

export interface LineProblem {
  readonly line: number;
  readonly problem: string;
}

/**
 * Stores the texts of coupons that the provider names only by their IDs, from its export: lines of an ID and a code.
 * Orders that lacked one of them are tried again.
 */
export async function nameCoupons(
  context: MerchantContext,
  { id, text }: { id: ConnectorId; text: string },
): Promise<NamedCoupons> {
  requireRole(context, "manager");
  const { db, clock, accountId } = context;
  const now = clock.now();
  const { coupons, problems } = read(text, now);
  await db.transaction(async (tx) => {
    const { provider } = orRefuse(await lockConnector(tx, accountId, id), "connector_not_found");
    if (coupons.length === 0) return;
    await saveFacts(tx, { accountId, provider, connectorId: id }, coupons);
    const orders = await listAffectedOrders(tx, { accountId, provider }, coupons);
    await queueOrders(tx, accountId, { orders, at: context.wallClock.now() });
    await audit(tx, context, { action: "connector.coupons_named", subject: id, after: { coupons: coupons.length } });
    tx.tell(RECEIPTS_CHANNEL);
  });
  return { stored: coupons.length, problems };
}

const ID_MAX = 100;
const CODE_MAX = 100;

function read(text: string, at: Date): { coupons: CouponFact[]; problems: LineProblem[] } {
  const lines = text.split(/\r?\n/).map(cellsOf);
  const columns = columnsIn(lines[0] ?? []);
  const coupons = new Map<string, CouponFact>();
  const problems: LineProblem[] = [];
  for (const [index, cells] of lines.entries()) {
    if ((index === 0 && columns.isHeading) || cells.every((cell) => cell === "")) continue;
    const [objectId, code] = [cells[columns.id] ?? "", cells[columns.code] ?? ""];
    const isFine = (cell: string, max: number): boolean => cell !== "" && cell.length <= max && isStorable(cell);
    if (isFine(objectId, ID_MAX) && isFine(code, CODE_MAX))
      coupons.set(objectId, { kind: "coupon", objectId, at, handles: [], code });
    else problems.push({ line: index + 1, problem: "Write an ID and a code, separated by a comma." });
  }
  return { coupons: [...coupons.values()], problems };
}

const SEPARATORS = new Set([",", ";", "\t"]);

/** A cell in quotation marks may contain separators. */
function cellsOf(line: string): string[] {
  const cells: string[] = [];
  let isQuoted = false;
  let start = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted || !SEPARATORS.has(character)) continue;
    cells.push(cellOf(line.slice(start, at)));
    start = at + 1;
  }
  return [...cells, cellOf(line.slice(start))];
}

const cellOf = (text: string): string =>
  text
    .trim()
    .replace(/^"(.*)"$/, "$1")
    .replaceAll('""', '"');

/** An export names its columns in the first line. Without that, the ID comes first. */
function columnsIn(cells: readonly string[]): { id: number; code: number; isHeading: boolean } {
  const names = cells.map((cell) => cell.toLowerCase());
  const [id, code] = [names.indexOf("id"), names.indexOf("code")];
  return id >= 0 && code >= 0 ? { id, code, isHeading: true } : { id: 0, code: 1, isHeading: false };
}
