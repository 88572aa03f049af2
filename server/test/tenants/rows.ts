import type { CsvBody } from "../support/app.ts";
import type { Kind } from "./tenant.ts";

/**
 * Who may use a route:
 * - `key`: programs of an account, by API key (/v1)
 * - `member`: members of an account, by session; the path contains :account_id
 * - `affiliate`: an affiliate, by session (the portal)
 * - `person`: every signed-in person, about themselves
 */
export type Access = "key" | "member" | "affiliate" | "person";

/**
 * Where a request names a record, and its kind: `id` in the path, `?id` in the query, `body.id` and `body.ids[]` in the
 * body.
 */
export type References = Readonly<Record<string, Kind>>;

export interface Row {
  readonly access: Access;
  /** Several if a route accepts alternatives. */
  readonly variants: readonly References[];
  /** The other fields that a valid body needs. */
  readonly body?: (() => Record<string, unknown> | CsvBody) | undefined;
  /**
   * The status when a stranger requests foreign records within their own account: 404, except for filters, which match
   * nothing, and bulk requests, which respond per record.
   */
  readonly own: number;
}

interface More {
  readonly body?: () => Record<string, unknown> | CsvBody;
  readonly own?: number;
}

const row =
  (access: Access) =>
  (references: References | readonly References[] = {}, { body, own = 404 }: More = {}): Row => ({
    access,
    variants: Array.isArray(references) ? (references as References[]) : [references as References],
    body,
    own,
  });
export const key = row("key");
export const member = row("member");
export const affiliate = row("affiliate");
export const person = row("person");
