import { z } from "zod";

/** A response with its schema, as the OpenAPI document shows it. */
export const json = <Schema extends z.ZodType>(description: string, schema: Schema) => ({
  description,
  content: { "application/json": { schema } },
});

const failure = z
  .object({
    error: z.string().describe("What is wrong, for people.").meta({ example: "Campaign not found." }),
    code: z
      .string()
      .describe("What is wrong, for programs. Texts may change; codes do not.")
      .meta({ example: "campaign_not_found" }),
    request_id: z
      .string()
      .describe("Also in the X-Request-Id header.")
      .meta({ example: "req_5f1d7a84c2b90e6d13fa77e0" }),
  })
  .meta({ id: "Failure", description: "The body of every error response." });

const writeFailure = failure
  .extend({
    success: z.literal(false).describe("Always false."),
    conversion_id: z
      .string()
      .optional()
      .describe("For a duplicate: the conversion that was recorded first.")
      .meta({ example: "conv_01jz8q52r7m4t9y3a6w8z2p0ef" }),
  })
  .meta({ id: "ConversionFailure", description: "The body of every error response to a conversion write." });

const descriptions = {
  400: "The request is invalid or not allowed in the current state.",
  401: "The API key is missing or invalid.",
  403: "Not allowed by the account's plan, the campaign or the affiliate's status.",
  404: "The resource does not exist in this account.",
  413: "The request body is larger than 64 KiB.",
  415: "The request body is not application/json.",
  429: "Rate limit exceeded. 100 requests per minute.",
  500: "Something went wrong on our side.",
  503: "The service is unavailable. Retry after Retry-After seconds.",
} as const;
type Status = keyof typeof descriptions;

const everywhere = [401, 403, 429, 500, 503] as const;

/** The errors of a route, in addition to those that every route has. */
export function failures<const More extends Status>(
  ...more: More[]
): Record<More | (typeof everywhere)[number], ReturnType<typeof json>> {
  return failuresWith(failure, more);
}

export function writeFailures<const More extends Status>(
  ...more: More[]
): Record<More | (typeof everywhere)[number], ReturnType<typeof json>> {
  return failuresWith(writeFailure, more);
}

function failuresWith<More extends Status>(schema: z.ZodType, more: readonly More[]) {
  const statuses: Status[] = [...everywhere, ...more].sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [status, json(descriptions[status], schema)])) as Record<
    More | (typeof everywhere)[number],
    ReturnType<typeof json>
  >;
}
