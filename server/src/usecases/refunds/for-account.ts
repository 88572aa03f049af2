import { orRefuse } from "../../domain/errors.ts";
import type { Refund } from "../../domain/refund.ts";
import { findIdByOrder } from "../../store/conversions/conversions.ts";
import { findReportedRefund } from "../../store/conversions/refunds.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import { asOperator } from "../acting.ts";
import type { OperatorContext } from "../context.ts";
import { cancelRefund } from "./cancel-refund.ts";
import { listRefundsOf } from "./list-refunds.ts";
import { recordRefund, type RecordedRefund, type RecordRefund } from "./record-refund.ts";

/** For the operator at the command line: an account by its ID or its owner's email address, and an order by its ID. */
export async function recordRefundForAccount(
  context: OperatorContext,
  accountReference: string,
  refund: RecordRefund,
): Promise<RecordedRefund> {
  const account = await findAccountByReference(context, accountReference);
  return recordRefund(asOperator(context, account.id), refund);
}

export async function cancelRefundForAccount(
  context: OperatorContext,
  accountReference: string,
  reported: Pick<Refund, "source" | "externalId">,
): Promise<RecordedRefund> {
  const { id: accountId } = await findAccountByReference(context, accountReference);
  const refund = orRefuse(await findReportedRefund(context.db, { accountId, ...reported }), "refund_not_found");
  return cancelRefund(asOperator(context, accountId), refund.id);
}

export async function listRefundsForAccount(
  context: OperatorContext,
  accountReference: string,
  orderId: string,
): Promise<readonly Refund[]> {
  const { id: accountId } = await findAccountByReference(context, accountReference);
  const conversion = orRefuse(await findIdByOrder(context.db, accountId, orderId), "conversion_not_found");
  return (await listRefundsOf(asOperator(context, accountId), conversion)).refunds;
}
