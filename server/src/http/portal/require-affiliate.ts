import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import type { AffiliateContext, Services } from "../../usecases/context.ts";
import { TwinClocks } from "../../usecases/twins/twin-clocks.ts";
import { isAffiliate } from "../../usecases/people/is-affiliate.ts";
import { requireSession, signedInOf } from "../session/require-session.ts";

const affiliates = new WeakMap<FastifyRequest, AffiliateContext>();

/**
 * For `onRequest` of everything under `/api/portal` except invitations: being a member of an account does not make
 * someone an affiliate.
 */
export function requireAffiliate(services: Services): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const signedInFirst = requireSession(services);
  const clocks = new TwinClocks();
  return async (request, reply) => {
    await signedInFirst(request, reply);
    const { user, twin } = signedInOf(request);
    if (!(await isAffiliate(services, user.id))) throw new AppError("not_an_affiliate");
    const ofMode = twin === null ? services : await clocks.enter(services, twin);
    affiliates.set(request, { ...ofMode, userId: user.id, affiliate: true });
  };
}

export function affiliateOf(request: FastifyRequest): AffiliateContext {
  const context = affiliates.get(request);
  if (!context) throw new Error("This route lacks the requireAffiliate hook.");
  return context;
}
