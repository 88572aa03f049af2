import sql, { raw } from "sql-template-tag";
import type { Db } from "../../src/db/database.ts";
import { codeOf } from "../../src/db/database-unavailable.ts";
import { idOf, parseId, uuidOf, type IdKind } from "../../src/domain/ids.ts";
import { random } from "../../src/system/random.ts";
import type { Shop } from "./shop.ts";
import { DAY_MS } from "../../src/domain/values/day.ts";

const NO_PARTITION = "23514";

/** Inserts a click on the affiliate's link like the redirector would; returns its ID. */
export async function aClick(
  { app, merchant, campaignId, affiliate }: Shop,
  { at = app.clock.now(), windowDays = 30 }: { at?: Date; windowDays?: number } = {},
): Promise<string> {
  const id = random.uuid(at);
  const insert = sql`
    insert into clicks (id, account_id, campaign_id, affiliation_id, clicked_at, expires_at)
    values (${id}, ${uuid("account", merchant.accountId)}, ${uuid("campaign", campaignId)},
      ${uuid("affiliation", affiliate.affiliationId)}, ${at}, ${new Date(at.getTime() + windowDays * DAY_MS)})`;
  try {
    await app.db.query(insert);
  } catch (error) {
    if (codeOf(error) !== NO_PARTITION) throw error;
    await addPartition(app.db, at);
    await app.db.query(insert);
  }
  return idOf("click", id);
}

/** For the day of the click only, so that it cannot overlap with months that others create. */
async function addPartition(db: Db, at: Date): Promise<void> {
  const day = at.toISOString().slice(0, 10);
  const from = new Date(`${day}T00:00:00.000Z`);
  const to = new Date(from.getTime() + DAY_MS);
  await db.query(
    raw(`create table clicks_test_${day.replaceAll("-", "")} partition of clicks
      for values from ('${firstUuidAt(from)}') to ('${firstUuidAt(to)}')`),
  );
}

function firstUuidAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function uuid(kind: IdKind, text: string): string {
  const id = parseId(kind, text);
  if (!id) throw new Error(`${text} is not an ID of kind ${kind}.`);
  return uuidOf(id);
}
