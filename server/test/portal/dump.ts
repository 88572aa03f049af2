import { raw } from "sql-template-tag";
import type { TestApp } from "../support/app.ts";

export interface Dump {
  /** Whether the text occurs anywhere, in any letter case: as text, or as bytes of a binary column. */
  contains(text: string): boolean;
}

/** Every row of every table as text. */
export async function dumpOf({ db }: TestApp): Promise<Dump> {
  const tables = await db.query<{ name: string }>(
    raw(`select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`),
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query<{ row: string }>(raw(`select t::text as row from "${name}" t`));
    parts.push(name, ...rows.map(({ row }) => row));
  }
  const whole = parts.join("\n").toLowerCase();
  return {
    contains: (text) =>
      whole.includes(text.toLowerCase()) || whole.includes(Buffer.from(text).toString("hex").toLowerCase()),
  };
}
