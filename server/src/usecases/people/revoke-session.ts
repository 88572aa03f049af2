import { AppError } from "../../domain/errors.ts";
import type { SessionId } from "../../domain/ids.ts";
import type { Visitor } from "../../domain/person.ts";
import { deleteSession } from "../../store/people/sessions.ts";
import type { PersonContext } from "../context.ts";
import { recordAccess } from "../audit/record-access.ts";

export async function revokeSession(context: PersonContext, id: SessionId, visitor: Visitor): Promise<void> {
  const { db, userId } = context;
  const ended = await db.transaction((tx) => deleteSession(tx, userId, id));
  if (!ended) throw new AppError("session_not_found");
  recordAccess(context, "session_ended", { visitor, userId });
}
