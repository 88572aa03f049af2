import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { uuidOf } from "../../server/dist/domain/ids.js";
import { answer } from "../measure.mjs";

const CONNECTIONS = 128;
const CLIENT = fileURLToPath(new URL("./client.mjs", import.meta.url));

/** @param {{ url: string, paths: string[], seconds: number }} task */
export async function followLinks({ url, paths, seconds }) {
  const client = fork(CLIENT);
  client.send({ url, paths, seconds, connections: CONNECTIONS });
  /** @type {import("./client.mjs").Result} */
  const result = await answer(client);
  client.kill();
  return result;
}

/**
 * @param {import("pg").Client} db
 * @param {string[]} ids
 */
export async function missingClicks(db, ids) {
  let missing = 0;
  for (let at = 0; at < ids.length; at += 50_000) {
    const uuids = ids.slice(at, at + 50_000).map((id) => uuidOf(/** @type {`clk_${string}`} */ (id)));
    const { rows } = await db.query(
      "select count(*)::int4 as missing from unnest($1::uuid[]) asked (id) where not exists (select from clicks where clicks.id = asked.id)",
      [uuids],
    );
    missing += rows[0].missing;
  }
  return missing;
}
