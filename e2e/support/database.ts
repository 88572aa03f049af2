import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import type { Server } from "./server.ts";

/** Runs SQL in the server's database, for changes that no page makes, such as days passing. */
export async function query(server: Server, text: string, values: readonly unknown[]): Promise<void> {
  const lines = readFileSync(join(server.dataDir, "postgres/pg18/postmaster.pid"), "utf8").split("\n");
  const [, , , , socketFolder = ""] = lines;
  const client = new pg.Client({
    host: socketFolder,
    port: 5432,
    user: "tributary",
    database: "tributary",
    ssl: false,
  });
  await client.connect();
  try {
    await client.query(text, [...values]);
  } finally {
    await client.end();
  }
}
