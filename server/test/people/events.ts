import sql from "sql-template-tag";
import type { TestApp } from "../support/app.ts";

/** The data of the events of one type, in the order they happened. */
export async function eventsOf(app: TestApp, type: string): Promise<Record<string, unknown>[]> {
  const rows = await app.db.query<{ body: string }>(sql`
    select body from events where type = ${type} order by created_at, seq`);
  return rows.map(({ body }) => (JSON.parse(body) as { data: Record<string, unknown> }).data);
}
