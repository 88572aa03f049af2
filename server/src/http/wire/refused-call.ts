import type { RefusedCallRow } from "tributary-sdk/pages";
import { z } from "zod";
import type { NumberedCall } from "../../usecases/refused-calls/browse-refused-calls.ts";

export const refusedCallRow: z.ZodType<RefusedCallRow> = z.object({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.number(),
  code: z.string(),
  error: z.string(),
  request_id: z.string(),
  key: z.object({ id: z.string(), name: z.string() }),
});

export const presentRefusedCall = (call: NumberedCall): RefusedCallRow => ({
  id: String(call.number),
  at: call.at.toISOString(),
  method: call.method,
  path: call.path,
  status: call.status,
  code: call.code,
  error: call.error,
  request_id: call.requestId,
  key: { id: call.keyId, name: call.keyName },
});
