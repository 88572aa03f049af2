// The database contents after the run, read with plain SQL.
import pg from "pg";
import { idOf } from "../server/dist/domain/ids.js";

/** @typedef {Awaited<ReturnType<typeof readDatabase>>} Found */

/** @param {pg.ClientConfig} connection */
export async function readDatabase(connection) {
  const db = new pg.Client(connection);
  await db.connect();
  const all = async (/** @type {string} */ query) => (await db.query(query)).rows;
  const number = async (/** @type {string} */ query) => Number((await all(query))[0].count);
  try {
    return {
      orders: (await all("select external_id, id, amount_minor from conversions")).map((row) => ({
        externalId: String(row.external_id),
        id: String(idOf("conversion", row.id)),
        amountMinor: Number(row.amount_minor),
      })),
      clicks: (await all("select id from clicks")).map(({ id }) => String(idOf("click", id))),
      batches: (await all("select id from payout_batches where status = 'made'")).map(({ id }) =>
        String(idOf("batch", id)),
      ),
      history: [
        ...(await all("select conversion_id as id, action from conversion_transitions where action <> 'track'")).map(
          ({ id, action }) => `${idOf("conversion", id)} ${action}`,
        ),
        ...(await all("select payout_id as id, action from payout_transitions where action <> 'create'")).map(
          ({ id, action }) => `${idOf("payout", id)} ${action}`,
        ),
      ],
      events: (
        await all(`
          select event.id, endpoint.url, encode(sha256(convert_to(event.body, 'UTF8')), 'hex') as digest
          from events event join webhook_endpoints endpoint
            on endpoint.account_id = event.account_id and event.type = any(endpoint.events)
          where event.created_at >= endpoint.created_at`)
      ).map(({ id, url, digest }) => ({
        key: `${new URL(url).pathname} ${idOf("event", id)}`,
        digest: String(digest),
      })),
      payouts: await number("select count(*) from payouts"),
      payoutsUnlikeTheirLines: await number(`
        select count(*) from payouts
        where amount_minor is distinct from (select sum(amount_minor) from payout_lines where payout_id = payouts.id)`),
      paidTwice: await number(`
        select count(*) from (
          select line.conversion_id from payout_lines line join payouts payout on payout.id = line.payout_id
          where payout.status in ('created', 'paid') and line.claw_back_id is null
          group by line.conversion_id having count(*) > 1) twice`),
    };
  } finally {
    await db.end();
  }
}

/**
 * Work that is still in progress.
 * @param {pg.ClientConfig} connection
 */
export async function waiting(connection) {
  const db = new pg.Client(connection);
  await db.connect();
  try {
    const { rows } = await db.query(`
      select (select count(*) from deliveries where status = 'waiting')
        + (select count(*) from payout_batches where status = 'making') as count`);
    return Number(rows[0].count);
  } finally {
    await db.end();
  }
}
