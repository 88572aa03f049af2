import type { AccountId, KeyId } from "../domain/ids.ts";
import type { Visitor } from "../domain/person.ts";
import type { MerchantContext, OperatorContext, Services } from "./context.ts";

/** For background jobs, with the rights of the account's owner. */
export const asSystem = (services: Services, accountId: AccountId): MerchantContext => ({
  ...services,
  accountId,
  actor: "system",
  origin: null,
  role: "owner",
});

interface Key {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
}

/** An API key has an owner's rights over the account's data. */
export const asKey = (services: Services, { accountId, keyId }: Key, origin: Visitor): MerchantContext => ({
  ...services,
  accountId,
  actor: keyId,
  origin,
  role: "owner",
});

/** The operator of the installation, as the audit log names them. */
export const operator = { actor: "operator", origin: null } as const;

/** The operator, acting in one account. */
export const asOperator = (context: OperatorContext, accountId: AccountId): MerchantContext => ({
  ...context,
  ...operator,
  accountId,
  role: "owner",
});
