import sql, { raw, type Sql } from "sql-template-tag";

/**
 * The endpoints that have deliveries of this status, as the part `owner` of a recursive statement, with one null at its end. It
 * hops from endpoint to endpoint along the index: a long backlog costs no more than a short one. The status stands in the
 * text, because with a parameter the planner could not know that the index has all of them.
 */
export function endpointsWith(status: "waiting" | "held"): Sql {
  const matching = raw(`status = '${status}'`);
  return sql`owner (endpoint_id) as (
      (select endpoint_id from deliveries where ${matching} order by endpoint_id limit 1)
      union all
      select (select d.endpoint_id from deliveries d where d.${matching} and d.endpoint_id > owner.endpoint_id
        order by d.endpoint_id limit 1)
      from owner where owner.endpoint_id is not null
    )`;
}
