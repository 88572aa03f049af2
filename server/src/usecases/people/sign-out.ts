import { digestOf } from "../secret-digest.ts";
import { deleteSessionByToken } from "../../store/sessions.ts";
import type { Services } from "../context.ts";

/** Signing out twice, or with a token that never was, is fine. */
export async function signOut({ db }: Services, token: string): Promise<void> {
  const tokenDigest = digestOf(token);
  await db.transaction((tx) => deleteSessionByToken(tx, tokenDigest));
}
