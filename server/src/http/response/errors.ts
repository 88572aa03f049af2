import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { AppError, type ErrorKind } from "../../domain/errors.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** By contract, errors of some routes also contain `success: false`. */
    failsWithSuccessFlag?: boolean;
  }
}

const statusByKind = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  gone: 410,
  too_large: 413,
  media_type: 415,
  too_many: 429,
  bug: 500,
  unavailable: 503,
} as const satisfies Record<ErrorKind, number>;

export const statusOf = ({ kind }: AppError): number => statusByKind[kind];

export interface ErrorReporter {
  now(): Date;
  isDatabaseUnavailable(error: unknown): boolean;
  report(error: unknown, requestId: string): void;
}

const RETRY_AFTER_SECONDS = 2;

/**
 * The one place that turns thrown errors into responses. Anything but an AppError is a bug, and its details stay
 * hidden.
 */
export const errorHandler =
  (reporter: ErrorReporter) =>
  (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const { error, waitSeconds } = understood(thrown, request.id, reporter);
    if (waitSeconds !== undefined) void reply.header("retry-after", String(waitSeconds));
    return sendFailure(error, request, reply);
  };

/** The same for a request that the framework does not handle. */
export function failureResponse(
  thrown: unknown,
  requestId: string,
  reporter: ErrorReporter,
): { status: number; waitSeconds: number | undefined; content: string } {
  const { error, waitSeconds } = understood(thrown, requestId, reporter);
  return { status: statusOf(error), waitSeconds, content: JSON.stringify(contentOf(error, requestId)) };
}

function understood(
  thrown: unknown,
  requestId: string,
  reporter: ErrorReporter,
): { error: AppError; waitSeconds: number | undefined } {
  const error = asAppError(thrown, reporter);
  if (error.kind === "bug") reporter.report(thrown, requestId);
  return { error, waitSeconds: secondsToWait(error, reporter.now()) };
}

const contentOf = ({ message, code, facts }: AppError, requestId: string): object => ({
  error: message,
  code,
  request_id: requestId,
  ...facts,
});

function secondsToWait({ kind, retryAt }: AppError, now: Date): number | undefined {
  if (retryAt) return Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 1000));
  return kind === "unavailable" ? RETRY_AFTER_SECONDS : undefined;
}

const failed = new WeakMap<FastifyRequest, AppError>();

/** The error that a request was rejected with, if any. */
export const failureOf = (request: FastifyRequest): AppError | undefined => failed.get(request);

export function sendFailure(error: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  failed.set(request, error);
  const flag = request.routeOptions.config.failsWithSuccessFlag ? { success: false } : {};
  return reply
    .code(statusOf(error))
    .header("cache-control", "no-store")
    .type("application/json; charset=utf-8")
    .serializer(JSON.stringify)
    .send({ ...flag, ...contentOf(error, request.id) });
}

function asAppError(thrown: unknown, reporter: ErrorReporter): AppError {
  if (thrown instanceof AppError) return thrown;
  if (reporter.isDatabaseUnavailable(thrown)) return new AppError("database_away", { cause: thrown });
  if (hasZodFastifySchemaValidationErrors(thrown)) {
    const [issue] = thrown.validation;
    const isRoot = issue?.instancePath === "" || issue?.instancePath === "/";
    const text = isRoot && thrown.validationContext === "body" ? rootText(issue.message) : issue?.message;
    return new AppError("invalid_request", text === undefined ? {} : { text });
  }
  return asFrameworkError(thrown) ?? new AppError("internal_error", { cause: thrown });
}

/** A refinement of the whole body has its own message; a body of the wrong type has none. */
const rootText = (message: string | undefined): string =>
  message === undefined || message.startsWith("Invalid input") ? "The body must be a JSON object." : message;

function asFrameworkError(thrown: unknown): AppError | undefined {
  if (!(thrown instanceof Error)) return undefined;
  const { code, statusCode } = thrown as FastifyError;
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new AppError("body_too_large");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new AppError("unsupported_media_type");
  if (code === "FST_ERR_CTP_INVALID_JSON_BODY" || (thrown instanceof SyntaxError && statusCode === 400))
    return new AppError("malformed_json");
  // The framework's remaining 4xx errors are about the form of the request.
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new AppError("invalid_request");
  return undefined;
}
