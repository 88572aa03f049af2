import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../../domain/errors.ts";
import type { AccountId, KeyId } from "../../domain/ids.ts";
import type { Allowance } from "../../domain/rate-limit.ts";
import { asKey } from "../../usecases/acting.ts";
import type { MerchantContext, Services } from "../../usecases/context.ts";
import { checkRateAndPlan } from "../../usecases/keys/check-rate-and-plan.ts";
import type { KeyAuthenticator } from "../../usecases/keys/key-authenticator.ts";
import type { TwinClocks } from "../../usecases/twins/twin-clocks.ts";
import { visitorOf } from "../request/visitor.ts";
import { wayInto } from "../request/way-into-twin.ts";

declare module "fastify" {
  interface FastifyRequest {
    merchant: MerchantContext | null;
    /** Set as soon as the key is known, even if the rate limit or the plan then rejects the request. */
    caller: { readonly keyId: KeyId; readonly accountId: AccountId } | null;
  }
}

/** Checks the key before the body is read, so that nobody learns anything without one. */
export const authenticateKey =
  (services: Services, { keys, clocks }: { keys: KeyAuthenticator; clocks: TwinClocks }) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const key = await keys.authenticate(bearerToken(request.headers.authorization) ?? "");
    if (!key) throw new AppError("invalid_api_key");
    request.caller = { keyId: key.keyId, accountId: key.accountId };
    const { allowance, refusal } = await checkRateAndPlan(services, key);
    sendAllowance(reply, allowance);
    if (refusal) throw refusal;
    const ofMode =
      key.mode === "live"
        ? services
        : await clocks[wayInto(request)](services, key.accountId).catch(orUnknown(request));
    request.merchant = asKey(ofMode, key, visitorOf(request));
  };

/** The key of a test account that was deleted may be remembered for a few seconds. */
const orUnknown =
  (request: FastifyRequest) =>
  (error: unknown): never => {
    if (!(error instanceof AppError && error.code === "account_not_found")) throw error;
    request.caller = null;
    throw new AppError("invalid_api_key", { cause: error });
  };

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
