import type { AccountId } from "../domain/ids.ts";
import type { MerchantContext, OperatorContext, Services } from "./context.ts";

/** What the service does by itself, as the account's owner would do it. */
export const asSystem = (services: Services, accountId: AccountId): MerchantContext => ({
  ...services,
  accountId,
  actor: "system",
  origin: null,
  role: "owner",
});

/** Whoever runs the installation, as the log names them. */
export const operator = { actor: "operator", origin: null } as const;

/** At work in one of its accounts. */
export const asOperator = (context: OperatorContext, accountId: AccountId): MerchantContext => ({
  ...context,
  ...operator,
  accountId,
  role: "owner",
});
