import { query } from "./database.ts";
import type { Merchant } from "./merchant.ts";
import type { Server } from "./server.ts";

/** Adds a member directly in the database. Other tests cover member invitations. */
export async function addMember(
  server: Server,
  person: Merchant,
  to: { account: Merchant; role: string },
): Promise<void> {
  await query(
    server,
    `insert into members (account_id, user_id, role, created_at)
     select owned.account_id, person.id, $3, now()
     from users person, members owned join users owner on owner.id = owned.user_id and owned.role = 'owner'
     where person.email = $1 and owner.email = $2`,
    [person.email, to.account.email, to.role],
  );
}
