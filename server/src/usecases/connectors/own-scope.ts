import { ReceiptProblem } from "../../connectors/shared/provider.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import type { Fact } from "../../domain/connectors/fact.ts";
import { findOtherReporter, scopeOf } from "../../store/connectors/facts.ts";
import type { MerchantContext } from "../context.ts";

/**
 * Keeps the orders of two shops apart that use the same IDs. A new connector goes on with the orders of a deleted one.
 */
export async function ownScope(
  { db, accountId }: MerchantContext,
  { id: connectorId, provider }: Connector,
  facts: readonly Pick<Fact, "kind" | "handles">[],
): Promise<string> {
  const own = scopeOf(provider, connectorId);
  if (own === "") return own;
  for (const { kind, handles } of facts)
    for (const handle of handles) {
      const orderId = handle.slice(ORDER.length);
      const other = await findOtherReporter(db, { accountId, provider, connectorId }, orderId);
      if (other?.isDeleted) return scopeOf(provider, other.id);
      if (other && kind === "payment")
        throw new ReceiptProblem(
          `Another connector has reported an order ${orderId} already. Send order IDs that are unique in your account.`,
        );
    }
  return own;
}

const ORDER = "order:";
