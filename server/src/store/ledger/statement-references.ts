import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { idOf, parseId, uuidOf, type AccountId } from "../../domain/ids.ts";

/** What people call the subject of a statement line. */
export interface LineReference {
  /** Of the conversion, claw-back or payout. */
  readonly id: string;
  readonly externalId: string | null;
  /** null for a payout. */
  readonly campaignName: string | null;
  /** A payout's reference on the bank statement. */
  readonly paymentReference: string | null;
  /** When the order was tracked, or the payout created. */
  readonly at: Date;
}

type Found = Omit<LineReference, "id"> & { id: string; kind: "conversion" | "claw_back" | "payout" };

/** The caller has checked access to the statement, and these IDs are from its lines. */
export async function listReferences(
  db: Queryable,
  accountId: AccountId,
  ids: readonly string[],
): Promise<LineReference[]> {
  const account = uuidOf(accountId);
  const uuids = (kind: Found["kind"]): string[] =>
    ids.flatMap((text) => {
      const id = parseId(kind, text);
      return id ? [uuidOf(id)] : [];
    });
  const rows = await db.query<Found>(sql`
    select 'conversion' as kind, c.id, c.external_id as "externalId", campaign.name as "campaignName",
      null::text as "paymentReference", c.created_at as at
    from conversions c
    join campaigns campaign on campaign.account_id = c.account_id and campaign.id = c.campaign_id
    where c.account_id = ${account} and c.id = any(${uuids("conversion")}::uuid[])
    union all
    select 'claw_back', b.id, c.external_id, campaign.name, null, c.created_at
    from claw_backs b
    join conversions c on c.account_id = b.account_id and c.id = b.conversion_id
    join campaigns campaign on campaign.account_id = c.account_id and campaign.id = c.campaign_id
    where b.account_id = ${account} and b.id = any(${uuids("claw_back")}::uuid[])
    union all
    select 'payout', p.id, null, null, p.reference, p.created_at from payouts p
    where p.account_id = ${account} and p.id = any(${uuids("payout")}::uuid[])`);
  return rows.map(({ kind, ...row }) => ({ ...row, id: idOf(kind, row.id) }));
}
