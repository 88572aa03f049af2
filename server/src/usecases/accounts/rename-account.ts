import { AppError, orRefuse } from "../../domain/errors.ts";
import type { Account } from "../../domain/person.ts";
import { isTwinNameTaken, lockAccount, saveAccountName } from "../../store/people/accounts.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

/**
 * The audit log records who renamed it, but neither name: accounts are often named after people, and audit entries are
 * permanent.
 */
export async function renameAccount(context: MerchantContext, name: string): Promise<Account> {
  requireRole(context, "owner");
  const renamed = context.db.transaction(async (tx) => {
    const account = orRefuse(await lockAccount(tx, context.accountId), "account_not_found");
    if (account.name === name) return account;
    await saveAccountName(tx, account.id, name);
    await audit(tx, context, { action: "account.renamed", subject: account.id });
    return { ...account, name };
  });
  return renamed.catch((error: unknown) => {
    throw isTwinNameTaken(error) ? new AppError("test_account_name_taken") : error;
  });
}
