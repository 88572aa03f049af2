import sql from "sql-template-tag";
import type { Queryable } from "../../db/database.ts";
import { idOf, uuidOf, type AccountId, type EventId } from "../../domain/ids.ts";

export interface TestEvent {
  readonly id: EventId;
  readonly type: string;
  /** As an endpoint receives it. */
  readonly body: string;
}

/** The events of a twin after this position, oldest first. */
export async function listEventsAfter(
  db: Queryable,
  accountId: AccountId,
  { after, limit }: { after: string; limit: number },
): Promise<TestEvent[]> {
  const rows = await db.query<EventRow>(sql`
    select id, type, body from events
    where account_id = ${uuidOf(accountId)} and not livemode and id > ${after} and body is not null
    order by id limit ${limit}`);
  return rows.map(eventOf);
}

/** The newest events of a twin up to this position and not before `from`, oldest first. */
export async function listEventsUpTo(
  db: Queryable,
  accountId: AccountId,
  { from, to, limit }: { from: string; to: string; limit: number },
): Promise<TestEvent[]> {
  const rows = await db.query<EventRow>(sql`
    select id, type, body from events
    where account_id = ${uuidOf(accountId)} and not livemode and id >= ${from} and id <= ${to} and body is not null
    order by id desc limit ${limit}`);
  return rows.map(eventOf).toReversed();
}

interface EventRow {
  id: string;
  type: string;
  body: string;
}

const eventOf = (row: EventRow): TestEvent => ({ ...row, id: idOf("event", row.id) });

/** How many events of each type the twin has had after this one, the most frequent first. */
export function countEventsAfter(
  db: Queryable,
  accountId: AccountId,
  after: EventId,
): Promise<{ type: string; count: number }[]> {
  return db.query<{ type: string; count: number }>(sql`
    select type, count(*)::int as count from events
    where account_id = ${uuidOf(accountId)} and not livemode and id > ${uuidOf(after)}
    group by type order by count desc, type`);
}
