import type { CampaignStatus } from "./campaign.ts";
import { DAY_MS } from "./values/day.ts";
import { uuidOf, type ClickId } from "./ids.ts";

/** What a redirect needs to know about a link. IDs are bare UUIDs: the hot path converts them to bytes once. */
export interface Link {
  readonly code: string;
  readonly affiliationUuid: string;
  readonly active: boolean;
  readonly campaign: LinkCampaign;
}
export interface LinkCampaign {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly status: CampaignStatus;
  readonly targetUrl: string;
  readonly attributionWindowDays: number;
  /** Of a twin, whose clock decides when a click happens. */
  readonly isTest: boolean;
}

/** The owners of a click, each as a 16-byte database ID. */
export interface ClickScope {
  readonly account: Buffer;
  readonly campaign: Buffer;
  readonly affiliation: Buffer;
}
export interface NewClick {
  /** null: the visitor has not consented, so the click is only counted. */
  readonly id: Buffer | null;
  readonly scope: ClickScope;
  readonly clickedAtMs: number;
  readonly expiresAtMs: number;
  readonly sub: string | null;
  readonly addressHash: Buffer | null;
}

/** Days since 1970 in UTC. */
export const dayNumberOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** The time of the click: its ID starts with milliseconds since 1970. */
export function clickTimeMs(id: ClickId): number {
  return uuidTimeMs(uuidOf(id));
}

/** The month whose partition holds the click with this bare UUID. */
export function clickMonthOfUuid(uuid: string): ClickMonth {
  return clickMonth(new Date(uuidTimeMs(uuid)));
}

function uuidTimeMs(uuid: string): number {
  return Number.parseInt(uuid.replaceAll("-", "").slice(0, 12), 16);
}

/** One month of clicks, from `from` (inclusive) to `to` (exclusive). */
export interface ClickMonth {
  readonly partition: string;
  readonly from: string;
  readonly to: string;
  readonly endsAt: Date;
}

/** The UTC month of `at`, shifted by `monthsLater`. */
export function clickMonth(at: Date, monthsLater = 0): ClickMonth {
  const startsAt = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater, 1));
  const endsAt = new Date(Date.UTC(startsAt.getUTCFullYear(), startsAt.getUTCMonth() + 1, 1));
  const partition = `clicks_${startsAt.toISOString().slice(0, 7).replace("-", "_")}`;
  return { partition, from: smallestUuidAt(startsAt), to: smallestUuidAt(endsAt), endsAt };
}

/** Parses a partition's name; undefined if it is not a monthly partition. */
export function monthOfPartition(partition: string): ClickMonth | undefined {
  const found = /^clicks_(\d{4})_(0[1-9]|1[0-2])$/.exec(partition);
  return found ? clickMonth(new Date(`${found[1]}-${found[2]}-01T00:00:00.000Z`)) : undefined;
}

/** The lower bound of all IDs created in that millisecond or later. */
export function smallestUuidAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
