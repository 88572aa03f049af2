import type { Visitor } from "../../domain/person.ts";
import { deleteSessionByToken } from "../../store/people/sessions.ts";
import type { Services } from "../context.ts";
import { digestOf } from "../secret-digest.ts";
import { recordAccess } from "../audit/record-access.ts";

/** Signing out twice, or with an unknown token, is not an error. */
export async function signOut(services: Services, token: string, visitor: Visitor): Promise<void> {
  const userId = await services.db.transaction((tx) => deleteSessionByToken(tx, digestOf(token)));
  if (userId) recordAccess(services, "signed_out", { visitor, userId });
}
