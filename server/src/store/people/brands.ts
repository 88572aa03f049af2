import sql, { raw } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Branding, BrandText } from "../../domain/branding.ts";
import { uuidOf, type AccountId } from "../../domain/ids.ts";

/** All fields are null if an outer join found no row. */
export interface BrandRow {
  accent: string | null;
  sender_name: string | null;
  cover_line: string | null;
  logo_digest: Buffer | null;
  logo_type: string | null;
}

/** Excludes the logo's bytes. */
export const brandColumns = (alias: string) =>
  raw(["accent", "sender_name", "cover_line", "logo_digest", "logo_type"].map((name) => `${alias}.${name}`).join(", "));

export const brandingOf = (row: BrandRow): Branding => ({
  accent: row.accent,
  senderName: row.sender_name,
  coverLine: row.cover_line,
  logo: row.logo_digest === null || row.logo_type === null ? null : { digest: row.logo_digest, type: row.logo_type },
});

export async function findBranding(db: Queryable, accountId: AccountId): Promise<Branding | undefined> {
  const [row] = await db.query<BrandRow>(sql`
    select ${brandColumns("brands")} from brands where account_id = ${uuidOf(accountId)}`);
  return row && brandingOf(row);
}

interface Change {
  readonly accountId: AccountId;
  readonly actor: string;
  readonly at: Date;
}

export async function saveBrandText(tx: Tx, { accountId, actor, at }: Change, text: BrandText): Promise<void> {
  await tx.query(sql`
    insert into brands (account_id, accent, sender_name, cover_line, changed_by, changed_at)
    values (${uuidOf(accountId)}, ${text.accent}, ${text.senderName}, ${text.coverLine}, ${actor}, ${at})
    on conflict (account_id) do update set accent = excluded.accent, sender_name = excluded.sender_name,
      cover_line = excluded.cover_line, changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
}

export interface StoredLogo {
  readonly content: Uint8Array;
  readonly type: string;
  readonly digest: Uint8Array;
}

export async function saveLogo(tx: Tx, { accountId, actor, at }: Change, logo: StoredLogo | null): Promise<void> {
  await tx.query(sql`
    insert into brands (account_id, logo, logo_type, logo_digest, changed_by, changed_at)
    values (${uuidOf(accountId)}, ${logo?.content ?? null}, ${logo?.type ?? null}, ${logo?.digest ?? null}, ${actor}, ${at})
    on conflict (account_id) do update set logo = excluded.logo, logo_type = excluded.logo_type,
      logo_digest = excluded.logo_digest, changed_by = excluded.changed_by, changed_at = excluded.changed_at`);
}

/** Two accounts may use the same picture. */
export async function findLogo(
  db: Queryable,
  digest: Uint8Array,
): Promise<Pick<StoredLogo, "content" | "type"> | undefined> {
  const [row] = await db.query<{ logo: Buffer; logo_type: string }>(sql`
    select logo, logo_type from brands where logo_digest = ${digest} limit 1`);
  return row && { content: row.logo, type: row.logo_type };
}
