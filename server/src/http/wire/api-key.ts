import type { ApiKeyRow } from "tributary-sdk/pages";
import { z } from "zod";
import type { ApiKey } from "../../usecases/keys/browse-keys.ts";
import { isoOrNull } from "./times.ts";

export const keyRow: z.ZodType<ApiKeyRow> = z.object({
  id: z.string(),
  name: z.string(),
  prefix: z.string(),
  last_four: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});

export const presentKey = (key: ApiKey): ApiKeyRow => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.lastFour,
  created_at: key.createdAt.toISOString(),
  last_used_at: isoOrNull(key.lastUsedAt),
  revoked_at: isoOrNull(key.revokedAt),
});
