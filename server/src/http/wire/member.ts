import type { MemberRow } from "tributary-sdk/pages";
import { z } from "zod";
import { roles } from "../../domain/roles.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import type { ListedMember } from "../../usecases/members/browse-members.ts";

export const memberRow: z.ZodType<MemberRow> = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  joined_at: z.string(),
  you: z.boolean(),
});

export const presentMember = ({ user, role, joinedAt }: ListedMember, { actor }: MerchantContext): MemberRow => ({
  user_id: user.id,
  name: user.name,
  email: user.email,
  role,
  joined_at: joinedAt.toISOString(),
  you: user.id === actor,
});
