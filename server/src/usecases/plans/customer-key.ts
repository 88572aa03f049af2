import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { BoundedMap } from "../../domain/bounded-map.ts";
import { normalizedEmail } from "../../domain/customer.ts";
import type { AccountId } from "../../domain/ids.ts";
import { ensureCustomerKey, findCustomerKey } from "../../store/plans/customers.ts";
import type { MerchantContext } from "../context.ts";

/** Who ordered, as the shop says it. */
export interface CustomerReference {
  readonly customerId: string | undefined;
  readonly customerEmail: string | undefined;
}

type Context = Pick<MerchantContext, "db" | "accountId" | "random" | "customerKeyBox">;

const KEY_BYTES = 32;
const KEPT_MAX = 1_000;
/** An account's key never changes. */
const keys = new BoundedMap<AccountId, KeyObject>(KEPT_MAX);

/**
 * The keyed hash of a customer: of their ID, or of their email address if the shop sends no ID. null: the shop did not
 * say who ordered. Nothing else is stored about them.
 */
export async function customerKeyOf(context: Context, customer: CustomerReference): Promise<Buffer | null> {
  const { customerId, customerEmail } = customer;
  if (customerId === undefined && customerEmail === undefined) return null;
  const name = customerId === undefined ? `email:${normalizedEmail(customerEmail ?? "")}` : `id:${customerId}`;
  return createHmac("sha256", await keyOf(context))
    .update(name)
    .digest();
}

async function keyOf({ db, accountId, random, customerKeyBox }: Context): Promise<KeyObject> {
  const known = keys.get(accountId);
  if (known) return known;
  const sealed =
    (await findCustomerKey(db, accountId)) ??
    (await db.transaction((tx) =>
      ensureCustomerKey(tx, accountId, customerKeyBox.seal(random.bytes(KEY_BYTES).toString("base64"), accountId)),
    ));
  const key = createSecretKey(customerKeyBox.open(sealed, accountId), "base64");
  keys.set(accountId, key);
  return key;
}
