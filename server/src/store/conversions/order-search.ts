import sql, { type Sql } from "sql-template-tag";

/**
 * Order IDs that start with the typed text, ignoring case, spaces and `#`. A range of the index on the order key, in byte
 * order.
 */
export const startsOrder = (typed: string): Sql => sql`order_key(external_id) ~>=~ order_key(${typed})
    and order_key(external_id) ~<~ (order_key(${typed}) || chr(1114111))`;
