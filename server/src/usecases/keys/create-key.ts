import { NAME_MAX } from "tributary-sdk/limits";
import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import { contents, isStorable } from "../../domain/values/plain-text.ts";
import { digestOf } from "../secret-digest.ts";
import { lockAccount } from "../../store/people/accounts.ts";
import { countActiveKeys, insertKey, type ApiKey } from "../../store/people/api-keys.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { ActingContext, MerchantContext, OperatorContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

export interface CreatedKey {
  readonly key: ApiKey;
  /** Shown once: only its digest is stored. */
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

const ACTIVE_KEYS_MAX = 25;
const LAST_FOUR = -4;

async function makeKey(context: ActingContext, name: string): Promise<CreatedKey> {
  const { db, clock, random, accountId } = context;
  if (name.trim() === "" || name.length > NAME_MAX || !isStorable(name))
    throw new AppError("invalid_request", { text: `name must have 1 to ${NAME_MAX} characters.` });
  if (!contents.line.holds(name)) throw new AppError("invalid_request", { text: `name ${contents.line.problem}.` });
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
    // Keys of one account are created one at a time, so that the count is still right at the commit.
    await lockAccount(tx, accountId);
    if ((await countActiveKeys(tx, accountId)) >= ACTIVE_KEYS_MAX) throw new AppError("too_many_keys");
    await insertKey(tx, key, keyDigest);
    await audit(tx, context, { action: "key.created", subject: key.id, after: { name } });
  });
  return { key, secret };
}
