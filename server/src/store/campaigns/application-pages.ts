import sql from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { ApplicationPage } from "../../domain/application.ts";
import { idOf, uuidOf, type AccountId, type CampaignId } from "../../domain/ids.ts";

interface PageRow {
  slug: string;
  account_id: string;
  campaign_id: string;
  is_open: boolean;
}

const columns = sql`slug, account_id, campaign_id, is_open`;

const pageOf = (row: PageRow): ApplicationPage => ({
  accountId: idOf("account", row.account_id),
  campaignId: idOf("campaign", row.campaign_id),
  slug: row.slug,
  isOpen: row.is_open,
});

/** The slug is public: it alone determines the account. Twins have no public pages. */
export async function findPageBySlug(db: Queryable, slug: string): Promise<ApplicationPage | undefined> {
  const [row] = await db.query<PageRow>(sql`select ${columns} from application_pages where slug = ${slug}
      and exists (select from accounts where accounts.id = application_pages.account_id and accounts.mode = 'live')`);
  return row && pageOf(row);
}

export async function findPage(
  db: Queryable,
  accountId: AccountId,
  campaignId: CampaignId,
): Promise<ApplicationPage | undefined> {
  const [row] = await db.query<PageRow>(sql`
    select ${columns} from application_pages
    where account_id = ${uuidOf(accountId)} and campaign_id = ${uuidOf(campaignId)}`);
  return row && pageOf(row);
}

export async function findTakenSlugs(db: Queryable, slugs: readonly string[]): Promise<Set<string>> {
  const rows = await db.query<{ slug: string }>(sql`
    select slug from application_pages where slug = any(${slugs}::text[])`);
  return new Set(rows.map(({ slug }) => slug));
}

/** False if another campaign has the slug. Runs under the campaign's lock. */
export async function savePage(tx: Tx, page: ApplicationPage, at: Date): Promise<boolean> {
  await tx.query(sql`
    delete from application_pages
    where account_id = ${uuidOf(page.accountId)} and campaign_id = ${uuidOf(page.campaignId)} and slug <> ${page.slug}`);
  // Waits for a concurrent insert of the same slug, and then changes nothing.
  const rows = await tx.query(sql`
    insert into application_pages (slug, account_id, campaign_id, is_open, changed_at)
    values (${page.slug}, ${uuidOf(page.accountId)}, ${uuidOf(page.campaignId)}, ${page.isOpen}, ${at})
    on conflict (slug) do update set is_open = excluded.is_open, changed_at = excluded.changed_at
      where application_pages.account_id = excluded.account_id
        and application_pages.campaign_id = excluded.campaign_id
    returning slug`);
  return rows.length === 1;
}
