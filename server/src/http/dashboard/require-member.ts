import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import { parseId } from "../../domain/ids.ts";
import { defaultRoleFor, type Role } from "../../domain/roles.ts";
import type { MerchantContext, Services } from "../../usecases/context.ts";
import { findAccess } from "../../usecases/people/find-access.ts";
import { TwinClocks } from "../../usecases/twins/twin-clocks.ts";
import { requireRole } from "../../usecases/require-role.ts";
import { visitorOf } from "../request/visitor.ts";
import { wayInto } from "../request/way-into-twin.ts";
import { requireSession, signedInOf } from "../session/require-session.ts";
import { isReading } from "../session/same-origin.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The lowest role that may use the route. For the default, see domain/roles.ts. */
    role?: Role;
  }
}

/** For a route's `config`. */
export const ownersOnly = { role: "owner" } as const;
export const managersOnly = { role: "manager" } as const;

const merchants = new WeakMap<FastifyRequest, MerchantContext>();

/**
 * For `onRequest` of everything under `/api/dashboard/:account_id`. Checks membership and role before the body is read,
 * so an unauthorized request costs almost nothing. Each request names its account, so tabs on different accounts never
 * mix. Another person's account gets the same response as one that does not exist.
 */
export function requireMember(services: Services): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const signedInFirst = requireSession(services);
  const clocks = new TwinClocks();
  return async (request, reply) => {
    await signedInFirst(request, reply);
    const { user } = signedInOf(request);
    const accountId = parseId("account", (request.params as { account_id?: string }).account_id ?? "");
    const found = accountId && (await findAccess(services, accountId, user.id));
    if (!accountId || !found) throw new AppError("account_not_found");
    const { role, mode } = found;
    const ofMode = mode === "live" ? services : await clocks[wayInto(request)](services, accountId);
    const context = { ...ofMode, accountId, actor: user.id, origin: visitorOf(request), role };
    requireRole(context, request.routeOptions.config.role ?? defaultRoleFor(isReading(request) ? "read" : "change"));
    merchants.set(request, context);
  };
}

export function merchantOf(request: FastifyRequest): MerchantContext {
  const context = merchants.get(request);
  if (!context) throw new Error("This route lacks the requireMember hook.");
  return context;
}
