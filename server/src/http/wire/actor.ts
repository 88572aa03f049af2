import { z } from "zod";

/** Who acted, in the history of a conversion or payout. */
export const actor = z.object({ kind: z.enum(["user", "key", "system"]), id: z.string(), name: z.string().nullable() });

export const presentActor = (id: string, name: string | null): z.infer<typeof actor> => ({
  kind: kindOf(id),
  id,
  name,
});

function kindOf(id: string): "user" | "key" | "system" {
  if (id.startsWith("usr_")) return "user";
  return id.startsWith("key_") ? "key" : "system";
}
