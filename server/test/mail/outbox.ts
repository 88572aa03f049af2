import sql from "sql-template-tag";
import type { TestApp } from "../support/app.ts";

export const countMails = sql`select count(*) as count from mails`;

export interface OutboxRow {
  readonly kind: string;
  readonly status: string;
  readonly attempts: number;
  readonly last_failure: string | null;
  readonly due_at: Date;
  readonly sealed: boolean;
}

export const outboxOf = ({ db }: TestApp): Promise<OutboxRow[]> =>
  db.query<OutboxRow>(sql`
    select kind, status, attempts, last_failure, due_at, message_encrypted is not null as sealed
    from mails order by created_at, id`);
