import { z } from "zod";
import type { AppError } from "../../domain/errors.ts";

/** One item of a bulk request that failed. */
export const refusal = z.object({ error: z.string(), code: z.string() });

export const presentRefusal = ({ message, code }: AppError): z.infer<typeof refusal> => ({ error: message, code });
