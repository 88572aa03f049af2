import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import { parseId } from "../../domain/ids.ts";
import { roleCovers } from "../../domain/person.ts";
import type { MerchantContext, Services } from "../../usecases/context.ts";
import { findRole } from "../../usecases/people/find-role.ts";
import { isReading } from "../same-origin.ts";
import { requireSession, signedInOf, visitorOf } from "./require-session.ts";

const merchants = new WeakMap<FastifyRequest, MerchantContext>();

/**
 * For `onRequest` of everything under `/api/dashboard/:account_id`: asked on each call, so that two tabs on two accounts
 * never mix. An account that is not theirs is answered like one that does not exist.
 */
export function requireMember(services: Services): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const signedInFirst = requireSession(services);
  return async (request, reply) => {
    await signedInFirst(request, reply);
    const { user } = signedInOf(request);
    const accountId = parseId("account", (request.params as { account_id?: string }).account_id ?? "");
    const role = accountId && (await findRole(services, accountId, user.id));
    if (!accountId || !role) throw new AppError("account_not_found");
    if (!isReading(request) && !roleCovers(role, "manager")) throw new AppError("role_required");
    merchants.set(request, { ...services, accountId, actor: user.id, origin: visitorOf(request), role });
  };
}

export function merchantOf(request: FastifyRequest): MerchantContext {
  const context = merchants.get(request);
  if (!context) throw new Error("This route lacks the requireMember hook.");
  return context;
}
