import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import { digestOf } from "../secret-digest.ts";
import { insertKey, type ApiKey } from "../../store/api-keys.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import { asOperator } from "../audit/acting.ts";
import { audit } from "../audit/audit.ts";
import type { ActingContext, MerchantContext, OperatorContext } from "../context.ts";
import { requireRole } from "../people/require-role.ts";

export interface CreatedKey {
  readonly key: ApiKey;
  /** Shown once: only its digest is kept. */
  readonly secret: string;
}

export async function createKey(context: MerchantContext, name: string): Promise<CreatedKey> {
  requireRole(context, "owner");
  return makeKey(context, name);
}

export async function createKeyForAccount(
  context: OperatorContext,
  accountReference: string,
  name: string,
): Promise<CreatedKey> {
  const account = await findAccountByReference(context, accountReference);
  return makeKey(asOperator(context, account.id), name);
}

const NAME_MAX = 120;
const LAST_FOUR = -4;

async function makeKey(context: ActingContext, name: string): Promise<CreatedKey> {
  const { db, clock, random, accountId } = context;
  if (name.trim() === "" || name.length > NAME_MAX || !name.isWellFormed() || name.includes("\0"))
    throw new AppError("invalid_request", { text: `name must have 1 to ${NAME_MAX} characters.` });
  const now = clock.now();
  const secret = random.apiKey();
  const key: ApiKey = {
    id: idOf("key", random.uuid(now)),
    accountId,
    name,
    prefix: secret.slice(0, secret.lastIndexOf("_") + 1),
    lastFour: secret.slice(LAST_FOUR),
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
  };
  const keyDigest = digestOf(secret);
  await db.transaction(async (tx) => {
    await insertKey(tx, key, keyDigest);
    await audit(tx, context, { action: "key.created", subject: key.id, after: { name } });
  });
  return { key, secret };
}
