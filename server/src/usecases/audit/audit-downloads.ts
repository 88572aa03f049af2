import type { AuditEntry } from "../../domain/audit.ts";
import { parseId, type BatchId } from "../../domain/ids.ts";
import type { FileFormat } from "../../domain/payout.ts";
import type { MerchantContext } from "../context.ts";
import { recordAccess, type AccessEvent } from "./record-access.ts";
import { audit } from "./audit.ts";

/**
 * Downloads contain names, addresses and amounts. The audit log and the access log record them before the first byte is
 * sent.
 */

/** Leaves out the filters, because people search for names. */
export const auditListDownload = (context: MerchantContext, file: string): Promise<void> =>
  auditDownload(context, ["list_downloaded", file], {
    action: "account.list_downloaded",
    subject: context.accountId,
    after: { file },
  });

export const auditFileDownload = (
  context: MerchantContext,
  { batchId, format, part }: { batchId: BatchId; format: FileFormat; part: number },
): Promise<void> =>
  auditDownload(context, ["payment_file_downloaded", `${batchId} ${format}`], {
    action: "batch.file_downloaded",
    subject: batchId,
    after: { format, part },
  });

async function auditDownload(
  context: MerchantContext,
  [event, what]: readonly [AccessEvent, string],
  entry: AuditEntry,
): Promise<void> {
  const { db, accountId, actor, origin: visitor } = context;
  await db.transaction((tx) => audit(tx, context, entry));
  recordAccess(context, event, { visitor, accountId, userId: parseId("user", actor), what });
}
