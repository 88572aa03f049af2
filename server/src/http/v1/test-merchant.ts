import type { FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import type { AccountId } from "../../domain/ids.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import { merchantOf } from "./authenticate.ts";

export const testTags = ["Testing"];

/** The merchant in a test account. */
export function testMerchantOf(request: FastifyRequest): MerchantContext & { readonly twin: AccountId } {
  const context = merchantOf(request);
  if (context.twin === null) throw new AppError("path_not_found");
  return { ...context, twin: context.twin };
}
