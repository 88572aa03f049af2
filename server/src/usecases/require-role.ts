import { AppError } from "../domain/errors.ts";
import { roleCovers, type Role } from "../domain/roles.ts";
import type { MerchantContext } from "./context.ts";

export function requireRole({ role }: Pick<MerchantContext, "role">, needed: Role): void {
  if (!roleCovers(role, needed)) throw new AppError("role_required");
}
