import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import { idOf, uuidOf, type UserId } from "../../domain/ids.ts";
import type { PayoutMethod } from "../../domain/payout.ts";
import type { Row } from "../row.ts";

/** As stored. `usecases/payouts/payout-details.ts` encrypts and decrypts them. */
export interface SealedPayoutDetails {
  readonly userId: UserId;
  readonly kind: PayoutMethod;
  readonly hint: string;
  readonly sealed: Buffer;
  readonly changedAt: Date;
}

const columns = sql`user_id as "userId", kind, hint, details_encrypted as sealed, changed_at as "changedAt"`;

export async function findSealedPayoutDetails(db: Queryable, userId: UserId): Promise<SealedPayoutDetails | undefined> {
  const [row] = await db.query<Row<SealedPayoutDetails>>(sql`
    select ${columns} from payout_details where user_id = ${uuidOf(userId)}`);
  return row && sealedOf(row);
}

/** Share-locks the details until the commit, so that a payout copies the current ones. */
export async function shareSealedPayoutDetails(tx: Tx, userIds: readonly UserId[]): Promise<SealedPayoutDetails[]> {
  const rows = await tx.query<Row<SealedPayoutDetails>>(sql`
    select ${columns} from payout_details where user_id = any(${userIds.map(uuidOf)}::uuid[])
    order by user_id for share`);
  return rows.map(sealedOf);
}

const sealedOf = (row: Row<SealedPayoutDetails>): SealedPayoutDetails => ({ ...row, userId: idOf("user", row.userId) });

export async function savePayoutDetails(tx: Tx, details: SealedPayoutDetails): Promise<void> {
  await tx.query(sql`
    insert into payout_details (user_id, kind, hint, details_encrypted, changed_at)
    values (${uuidOf(details.userId)}, ${details.kind}, ${details.hint}, ${details.sealed}, ${details.changedAt})
    on conflict (user_id) do update set kind = excluded.kind, hint = excluded.hint,
      details_encrypted = excluded.details_encrypted, changed_at = excluded.changed_at`);
}

/** False if there were none. */
export async function deletePayoutDetails(tx: Tx, userId: UserId): Promise<boolean> {
  const rows = await tx.query(sql`delete from payout_details where user_id = ${uuidOf(userId)} returning user_id`);
  return rows.length === 1;
}
