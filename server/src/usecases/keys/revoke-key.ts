import { AppError } from "../../domain/errors.ts";
import type { AccountId, KeyId } from "../../domain/ids.ts";
import { findAccountOfKey, saveRevocation, type ApiKey } from "../../store/api-keys.ts";
import type { MerchantContext, OperatorContext, Services } from "../context.ts";
import { requireRole } from "../people/require-role.ts";

export async function revokeKey(context: MerchantContext, id: KeyId): Promise<ApiKey> {
  requireRole(context, "owner");
  return revoke(context, { accountId: context.accountId, id });
}

export async function revokeKeyAsOperator(context: OperatorContext, id: KeyId): Promise<ApiKey> {
  const accountId = await findAccountOfKey(context.db, id);
  if (!accountId) throw new AppError("key_not_found");
  return revoke(context, { accountId, id });
}

async function revoke({ db, clock }: Services, key: { accountId: AccountId; id: KeyId }): Promise<ApiKey> {
  const revoked = await db.transaction((tx) => saveRevocation(tx, key, clock.now()));
  if (!revoked) throw new AppError("key_not_found");
  return revoked;
}
