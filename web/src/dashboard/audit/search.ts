import type { AuditAction, AuditLogQuery } from "tributary-sdk/pages";
import { endOfDay, startOfDay } from "../../format/dates.ts";
import { given } from "../../format/given.ts";
import { isDate, offsetOf, textsOf, type RawSearch } from "../../format/search-params.ts";

/** As in the address: days in the reader's time zone, both included. */
export interface AuditSearch extends Pick<AuditLogQuery, "actor" | "action" | "subject" | "offset"> {
  from?: string;
  to?: string;
  /** The entry that is open. */
  entry?: string;
}

export function auditSearch(raw: RawSearch): AuditSearch {
  const { action, ...texts } = textsOf(raw, ["actor", "action", "subject", "entry"]);
  const [from, to] = [raw["from"], raw["to"]];
  return {
    ...texts,
    // The words are known to the page alone: they are too many for the first script.
    ...(action === undefined ? {} : { action: action as AuditAction }),
    ...(isDate(from) ? { from } : {}),
    ...(isDate(to) ? { to } : {}),
    ...offsetOf(raw),
  };
}

/** As the service asks for it: moments, the end not included. */
export const auditQueryOf = ({
  from,
  to,
  entry: _open,
  ...more
}: { [Key in keyof AuditSearch]: AuditSearch[Key] | undefined }): AuditLogQuery =>
  given({ ...more, from: from && startOfDay(from), to: to && endOfDay(to) });
