import type { ReceiptState } from "tributary-sdk/words";
import type { Receipt } from "../../domain/connectors/receipt.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { ConnectorId, ReceiptId } from "../../domain/ids.ts";
import { findAccountOfConnector, findConnector } from "../../store/connectors/connectors.ts";
import { RECEIPTS_CHANNEL } from "../../store/connectors/inbox.ts";
import { receiptList, saveAllToRunAgain, saveRunAgain, type ReceiptFilter } from "../../store/connectors/receipts.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext, OperatorContext } from "../context.ts";
import { batchesOf, pagesOf, type Listing } from "../listing.ts";
import { requireRole } from "../require-role.ts";

const requireConnector = async ({ db, accountId }: MerchantContext, id: ConnectorId): Promise<void> => {
  orRefuse(await findConnector(db, accountId, id), "connector_not_found");
};

const pages = pagesOf(receiptList);

export const browseReceipts: Listing<ReceiptFilter, Receipt> = {
  async page(context, filter, page) {
    await requireConnector(context, filter.connectorId);
    return pages(context, filter, page);
  },
  async *batches(context, filter) {
    await requireConnector(context, filter.connectorId);
    yield* batchesOf(receiptList, context, filter);
  },
};

const SHOWN = 50;

/** The newest receipts of a connector, for the operator. */
export async function listReceiptsForOperator(
  { db }: OperatorContext,
  filter: { readonly connectorId: ConnectorId; readonly state?: ReceiptState | undefined },
): Promise<Receipt[]> {
  const accountId = orRefuse(await findAccountOfConnector(db, filter.connectorId), "connector_not_found");
  return receiptList.read(db, { accountId }, { filter, slice: { limit: SHOWN, offset: 0 } });
}

/** Works on the receipt once more: after a problem was solved, or after something changed. */
export async function runReceiptAgain(
  context: MerchantContext,
  { connectorId, id }: { connectorId: ConnectorId; id: ReceiptId },
): Promise<void> {
  requireRole(context, "manager");
  const { db, clock, accountId } = context;
  await requireConnector(context, connectorId);
  await db.transaction(async (tx) => {
    const state = await saveRunAgain(tx, { accountId, connectorId, id }, clock.now());
    if (state === "missing") throw new AppError("receipt_not_found");
    if (state === "without_body") throw new AppError("receipt_without_body");
    const sides = { before: { state }, after: { state: "waiting" } };
    await audit(tx, context, {
      action: "receipt.run_again",
      subject: id,
      about: { connector_id: connectorId },
      ...sides,
    });
    tx.tell(RECEIPTS_CHANNEL);
  });
}

/** Works once more on all receipts of a state that could become something else now. Returns how many. */
export async function runReceiptsAgain(
  context: MerchantContext,
  { connectorId, state }: { connectorId: ConnectorId; state: ReceiptState },
): Promise<number> {
  requireRole(context, "manager");
  const { db, clock, accountId } = context;
  await requireConnector(context, connectorId);
  return db.transaction(async (tx) => {
    const receipts = await saveAllToRunAgain(tx, { accountId, connectorId, state }, clock.now());
    const sides = { before: { state }, after: { state: "waiting", receipts } };
    await audit(tx, context, { action: "receipt.run_again", subject: connectorId, ...sides });
    tx.tell(RECEIPTS_CHANNEL);
    return receipts;
  });
}
