import type { AuditAction, AuditLogQuery } from "tributary-sdk/pages";
import { auditSorts } from "tributary-sdk/words";
import { momentsOf } from "../../format/dates.ts";
import { day, offset, oneOf, searchSchema, text } from "../../format/search-params.ts";

/** Days are in the reader's time zone, both inclusive. */
export const auditSearch = searchSchema({
  actor: text,
  subject: text,
  /** The open entry. */
  entry: text,
  // The page checks the action: the list of actions is too long for the first script.
  action: (value) => text(value) as AuditAction | undefined,
  from: day,
  to: day,
  sort: oneOf(auditSorts),
  offset,
});
export type AuditSearch = ReturnType<typeof auditSearch>;

export const auditQueryOf = ({ from, to, entry: _open, ...more }: AuditSearch): AuditLogQuery => ({
  ...more,
  ...momentsOf({ from, to }),
});
