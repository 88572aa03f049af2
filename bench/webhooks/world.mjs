// Inserts endpoints and pending deliveries directly into the database, because the benchmark only measures sending
// them.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sql from "sql-template-tag";
import { signedHeaders, signingKey } from "../../server/dist/deliverer/sign-webhook.js";
import { eventBody } from "../../server/dist/domain/events.js";
import { idOf, uuidOf } from "../../server/dist/domain/ids.js";
import { announce } from "../../server/dist/store/webhooks/events.js";
import { random } from "../../server/dist/system/random.js";
import { webhookSecretBox } from "../../server/dist/system/secret-box.js";

/** @typedef {import("pg").Client} Client */
/** @typedef {{ uuid: string, path: string }} Endpoint */

export const SECRET_KEY = "5e".repeat(32);
const SECRET = `whsec_${Buffer.alloc(32, 9).toString("base64")}`;

/**
 * Creates a certificate authority and one certificate in this folder.
 * @param {string} folder
 */
export function makeCertificates(folder) {
  const ec = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const openssl = (/** @type {string[]} */ ...args) => execFileSync("openssl", args, { cwd: folder, stdio: "ignore" });
  writeFileSync(join(folder, "names"), "subjectAltName=IP:127.0.0.10\n");
  openssl("req", "-x509", ...ec, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=benchmark", "-days", "2");
  openssl("req", ...ec, "-keyout", "receiver.key", "-out", "receiver.csr", "-subj", "/CN=receiver");
  const signed = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"];
  openssl("x509", "-req", "-in", "receiver.csr", ...signed, "-out", "receiver.pem");
  return join(folder, "ca.pem");
}

/**
 * @param {Client} db
 * @param {{ origin: string, paths: string[] }} where
 * @returns {Promise<Endpoint[]>}
 */
export async function makeEndpoints(db, { origin, paths }) {
  const box = webhookSecretBox(Buffer.from(SECRET_KEY, "hex"));
  const account = random.uuid(new Date());
  await db.query("insert into accounts (id, name, plan, created_at) values ($1, 'Benchmark', 'pro', now())", [account]);
  const endpoints = [];
  for (const path of paths) {
    const uuid = random.uuid(new Date());
    await db.query(
      `insert into webhook_endpoints (id, account_id, url, events, secret_encrypted, created_at)
        values ($1, $2, $3, '{conversion.created}', $4, now())`,
      [uuid, account, `${origin}${path}`, box.seal(SECRET, idOf("endpoint", uuid))],
    );
    await db.query("insert into delivery_slots (endpoint_id, slot) select $1, generate_series(1, 4)", [uuid]);
    endpoints.push({ uuid, path });
  }
  return endpoints;
}

/**
 * Announces one event as the product does: in a transaction, with a notification after the commit. Resolves at the
 * commit.
 * @param {import("../../server/dist/db/database.js").Db} db
 */
export async function announceOne(db) {
  const createdAt = new Date();
  const [account] = await db.query(sql`select id from accounts`);
  await db.transaction(async (tx) =>
    announce(tx, {
      id: idOf("event", random.uuid(createdAt)),
      accountId: idOf("account", /** @type {{ id: string }} */ (account).id),
      type: "conversion.created",
      subjectId: idOf("conversion", random.uuid(createdAt)),
      seq: 1,
      createdAt,
      livemode: true,
      dueAt: createdAt,
      data: {},
    }),
  );
}

/** @param {number} count */
export function makeEvents(count) {
  return Array.from({ length: count }, (_, index) => {
    const createdAt = new Date();
    const id = idOf("event", random.uuid(createdAt));
    const data = {
      id: idOf("conversion", random.uuid(createdAt)),
      campaign_id: idOf("campaign", random.uuid(createdAt)),
      affiliate_id: idOf("affiliate", random.uuid(createdAt)),
      amount: 49.99,
      commission: 5,
      external_id: `order-${index}`,
      status: "pending",
    };
    const type = "conversion.created";
    return { id, type, body: eventBody({ id, type, createdAt, livemode: true, data }) };
  });
}

/**
 * One delivery of each event to each endpoint, with IDs in the order of time, as the product makes them. The sender sees
 * all of them at once, after the commit.
 * @param {Client} db
 * @param {{ events: ReturnType<typeof makeEvents>, endpoints: Endpoint[] }} what
 */
export async function fillDeliveries(db, { events, endpoints }) {
  await db.query("begin");
  await db.query(
    `insert into events (id, account_id, type, body, created_at)
      select event.id, account.id, 'conversion.created', event.body, now()
      from accounts account, unnest($1::uuid[], $2::text[]) event (id, body)`,
    [events.map(({ id }) => uuidOf(id)), events.map(({ body }) => body)],
  );
  await db.query(
    `insert into deliveries (id, account_id, endpoint_id, event_id, event_type, status, due_at, created_at)
      select (left(event.id::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid, endpoint.account_id,
        endpoint.id, event.id, 'conversion.created', 'waiting', now(), now()
      from webhook_endpoints endpoint, unnest($1::uuid[]) event (id) where endpoint.id = any($2::uuid[])`,
    [events.map(({ id }) => uuidOf(id)), endpoints.map(({ uuid }) => uuid)],
  );
  await db.query("commit");
  await db.query("select pg_notify('tributary_deliveries', '')");
}

/**
 * The same requests as the service sends, ready to be posted.
 * @param {string} origin
 * @param {{ events: ReturnType<typeof makeEvents>, endpoints: Endpoint[] }} what
 */
export function makePosts(origin, { events, endpoints }) {
  const key = signingKey(SECRET);
  return events.flatMap(({ id, type, body }) =>
    endpoints.map(({ path }) => {
      const headers = {
        ...signedHeaders({ eventId: id, type, body }, [key], new Date()),
        "Accept-Encoding": "identity",
      };
      return { origin, path, headers, body };
    }),
  );
}
