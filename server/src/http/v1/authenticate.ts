import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import type { AccountId, KeyId } from "../../domain/ids.ts";
import { accountRule, API_KEY_RULE, type Allowance } from "../../domain/rate-limit.ts";
import type { MerchantContext, Services } from "../../usecases/context.ts";
import type { AuthenticatedKey, KeyAuthenticator } from "../../usecases/keys/key-authenticator.ts";
import { visitorOf } from "../request/visitor.ts";

declare module "fastify" {
  interface FastifyRequest {
    merchant: MerchantContext | null;
    /** Known as soon as the key is, also where the rate or the plan then says no. */
    caller: { readonly keyId: KeyId; readonly accountId: AccountId } | null;
  }
}

/** Key, then rate, then plan: before the body is read, so that a stranger learns nothing from it. */
export const authenticateKey =
  (services: Services, keys: KeyAuthenticator) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = await keys.authenticate(bearerToken(request.headers.authorization) ?? "");
    if (!key) throw new AppError("invalid_api_key");
    request.caller = { keyId: key.keyId, accountId: key.accountId };
    const allowance = await allowanceOf(services, key);
    sendAllowance(reply, allowance);
    if (!allowance.allowed) throw new AppError("rate_limited", { retryAt: allowance.resetsAt });
    if (key.plan !== "pro") throw new AppError("plan_required");
    const { accountId, keyId: actor } = key;
    request.merchant = { ...services, accountId, actor, origin: visitorOf(request), role: "owner" };
  };

/** The key's own, until the account's is used up. A request that the key's limit refuses does not count for the account. */
async function allowanceOf({ limiter, settings }: Services, key: AuthenticatedKey): Promise<Allowance> {
  const ofKey = await limiter.take(`key:${key.keyId}`, API_KEY_RULE);
  if (!ofKey.allowed) return ofKey;
  const ofAccount = await limiter.take(`account:${key.accountId}`, accountRule(settings.apiRequestsPerMinute));
  return ofAccount.allowed ? ofKey : { ...ofAccount, limit: ofKey.limit };
}

export function merchantOf(request: FastifyRequest): MerchantContext {
  if (!request.merchant) throw new Error("This route has no authentication.");
  return request.merchant;
}

function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}

function sendAllowance(reply: FastifyReply, { limit, remaining, resetsAt }: Allowance): void {
  void reply.header("x-ratelimit-limit", String(limit));
  void reply.header("x-ratelimit-remaining", String(remaining));
  void reply.header("x-ratelimit-reset", String(Math.ceil(resetsAt.getTime() / 1000)));
}
