import { digestOf } from "../../server/dist/usecases/secret-digest.js";

/** @typedef {import("pg").Client} Client */

const SESSIONS = 100;

/**
 * Rotates through many sessions: one session may send 600 requests a minute, and a benchmark sends more.
 * @param {Client} db @param {string} user
 */
export async function sessionsOf(db, user) {
  /** @type {string[]} */
  const cookies = [];
  for (let number = 0; number < SESSIONS; number += 1) cookies.push(await sessionOf(db, user));
  let next = 0;
  return () => String(cookies[(next += 1) % SESSIONS]);
}

/** @param {Client} db @param {string} user */
async function sessionOf(db, user) {
  const token = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString("base64url");
  await db.query(
    "insert into sessions (id, user_id, token_hash, created_at, seen_at, expires_at) values (gen_random_uuid(), $1, $2, now(), now(), now() + interval '10 days')",
    [user, digestOf(token)],
  );
  return `tributary_session=${token}`;
}
