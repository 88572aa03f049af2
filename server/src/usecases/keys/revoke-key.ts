import { orRefuse } from "../../domain/errors.ts";
import type { KeyId } from "../../domain/ids.ts";
import { findAccountOfKey, lockKey, saveRevocation, type ApiKey } from "../../store/people/api-keys.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { ActingContext, MerchantContext, OperatorContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

export async function revokeKey(context: MerchantContext, id: KeyId): Promise<ApiKey> {
  requireRole(context, "owner");
  return revoke(context, id);
}

export async function revokeKeyAsOperator(context: OperatorContext, id: KeyId): Promise<ApiKey> {
  const accountId = orRefuse(await findAccountOfKey(context.db, id), "key_not_found");
  return revoke(asOperator(context, accountId), id);
}

/** Revoking twice keeps the first time. */
async function revoke(context: ActingContext, id: KeyId): Promise<ApiKey> {
  const { db, wallClock, accountId } = context;
  return db.transaction(async (tx) => {
    const key = orRefuse(await lockKey(tx, accountId, id), "key_not_found");
    if (key.revokedAt) return key;
    const revokedAt = wallClock.now();
    await saveRevocation(tx, { accountId, id }, revokedAt);
    await audit(tx, context, { action: "key.revoked", subject: id, before: { name: key.name } });
    return { ...key, revokedAt };
  });
}
