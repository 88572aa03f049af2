import { AppError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/ids.ts";
import { deleteSession } from "../../store/sessions.ts";
import type { PersonContext } from "../context.ts";

export async function revokeSession({ db, userId }: PersonContext, id: SessionId): Promise<void> {
  const ended = await db.transaction((tx) => deleteSession(tx, userId, id));
  if (!ended) throw new AppError("session_not_found");
}
