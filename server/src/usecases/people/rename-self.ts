import { orRefuse } from "../../domain/errors.ts";
import type { User } from "../../domain/person.ts";
import { findUser, saveName } from "../../store/people/users.ts";
import type { PersonContext } from "../context.ts";

/** Histories and the audit log show people by their current name. Changes to a person's own profile are not audited. */
export const renameSelf = ({ db, userId }: PersonContext, name: string): Promise<User> =>
  db.transaction(async (tx) => {
    await saveName(tx, userId, name);
    return orRefuse(await findUser(tx, userId), "user_not_found");
  });
