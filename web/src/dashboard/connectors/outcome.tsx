import type { ReactNode } from "react";
import type { ReceiptRow } from "tributary-sdk/pages";
import { AnchorLink } from "../../ui/link.tsx";
import { outcomeText } from "../../words/connectors.ts";
import { useAccount } from "../shared/account.ts";

/** What a receipt became: its conversion, or why there is none. */
export function Outcome({ receipt }: { receipt: ReceiptRow }): ReactNode {
  const { id: accountId } = useAccount();
  const { conversion_id: conversionId, order_id: orderId } = receipt.outcome;
  if (conversionId === null || receipt.state !== "done") return outcomeText(receipt);
  return (
    <AnchorLink
      className="above breakable"
      to="/dashboard/$accountId/conversions/$conversionId"
      params={{ accountId, conversionId }}
      size="sm"
      underline="always"
    >
      {orderId ?? "Conversion"}
    </AnchorLink>
  );
}
