import { NAME_MAX } from "tributary-sdk/limits";
import { AppError } from "../../domain/errors.ts";
import { idOf } from "../../domain/ids.ts";
import { contents, isStorable } from "../../domain/values/plain-text.ts";
import { digestOf } from "../secret-digest.ts";
import type { Tx } from "../../db/database.ts";
import { findTwin } from "../../store/test-mode/twins.ts";
import { lockAccount } from "../../store/people/accounts.ts";
import { countActiveKeys, insertKey, type ApiKey } from "../../store/people/api-keys.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { ActingContext, MerchantContext, OperatorContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { ensureFirstTwin } from "../twins/create-twin.ts";
import { inTwin } from "../twins/in-twin.ts";

export interface CreatedKey {
  readonly key: ApiKey;
  /** Shown once: only its digest is stored. */
  readonly secret: string;
}

export interface NewKey {
  readonly name: string;
  /** A key of the account's first test account, which is created if there is none. */
  readonly test?: boolean | undefined;
}

export async function createKey(
  context: MerchantContext,
  name: string,
  kind: Pick<NewKey, "test"> = {},
): Promise<CreatedKey> {
  requireRole(context, "owner");
  return makeKey(context, { name, ...kind });
}

export async function createKeyForAccount(
  context: OperatorContext,
  accountReference: string,
  input: NewKey,
): Promise<CreatedKey> {
  const account = await findAccountByReference(context, accountReference);
  const twin = await findTwin(context.db, account.id);
  return makeKey(asOperator(twin ? inTwin(context, twin.id, twin.now) : context, account.id), input);
}

const ACTIVE_KEYS_MAX = 25;
const LAST_FOUR = -4;

async function makeKey(context: ActingContext, { name, test = false }: NewKey): Promise<CreatedKey> {
  if (name.trim() === "" || name.length > NAME_MAX || !isStorable(name))
    throw new AppError("invalid_request", { text: `name must have 1 to ${NAME_MAX} characters.` });
  if (!contents.line.holds(name)) throw new AppError("invalid_request", { text: `name ${contents.line.problem}.` });
  return context.db.transaction(async (tx) =>
    insertNewKey(tx, test && context.twin === null ? await ensureFirstTwin(tx, context) : context, name),
  );
}

/** In the transaction that creates its account, or on its own. The kind of the account decides the kind of the key. */
export async function insertNewKey(tx: Tx, context: ActingContext, name: string): Promise<CreatedKey> {
  const { wallClock, random, accountId } = context;
  const now = wallClock.now();
  const secret = random.apiKey(context.twin === null ? "live" : "test");
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
  // Keys of one account are created one at a time, so that the count is still right at the commit.
  await lockAccount(tx, accountId);
  if ((await countActiveKeys(tx, accountId)) >= ACTIVE_KEYS_MAX) throw new AppError("too_many_keys");
  await insertKey(tx, key, digestOf(secret));
  await audit(tx, context, { action: "key.created", subject: key.id, after: { name } });
  return { key, secret };
}
