import type { CampaignStatus } from "./campaign.ts";
import { DAY_MS } from "./day.ts";
import { uuidOf, type ClickId } from "./ids.ts";

/** What a redirect knows of a link. Ids are bare UUIDs: the hot path turns them into bytes once and never into text again. */
export interface Link {
  readonly code: string;
  readonly affiliationUuid: string;
  /** Whether the affiliate is active in the campaign. */
  readonly active: boolean;
  readonly campaign: LinkCampaign;
}
export interface LinkCampaign {
  readonly uuid: string;
  readonly accountUuid: string;
  readonly status: CampaignStatus;
  readonly targetUrl: string;
  readonly attributionWindowDays: number;
}

/** Whose click it is, as the database's sixteen bytes. */
export interface ClickScope {
  readonly account: Buffer;
  readonly campaign: Buffer;
  readonly affiliation: Buffer;
}
export interface NewClick {
  /** Null: the visitor has not consented, so the click is counted and nothing else of it is kept. */
  readonly id: Buffer | null;
  readonly scope: ClickScope;
  readonly clickedAtMs: number;
  readonly expiresAtMs: number;
  readonly sub: string | null;
  readonly addressHash: Buffer | null;
}

/** Days since 1970 in UTC. */
export const dayNumberOf = (ms: number): number => Math.floor(ms / DAY_MS);

/** When the click was made: its id begins with the milliseconds since 1970. */
export function clickTimeMs(id: ClickId): number {
  return uuidTimeMs(uuidOf(id));
}

/** The month whose partition holds the click with this bare id. */
export function clickMonthOfUuid(uuid: string): ClickMonth {
  return clickMonth(new Date(uuidTimeMs(uuid)));
}

function uuidTimeMs(uuid: string): number {
  return Number.parseInt(uuid.replaceAll("-", "").slice(0, 12), 16);
}

/** One month of clicks: those with an id from `from` (included) to `to` (excluded). */
export interface ClickMonth {
  readonly partition: string;
  readonly from: string;
  readonly to: string;
  readonly endsAt: Date;
}

/** The month of a moment, in UTC, or one that many months later. */
export function clickMonth(at: Date, monthsLater = 0): ClickMonth {
  const startsAt = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + monthsLater, 1));
  const endsAt = new Date(Date.UTC(startsAt.getUTCFullYear(), startsAt.getUTCMonth() + 1, 1));
  const partition = `clicks_${startsAt.toISOString().slice(0, 7).replace("-", "_")}`;
  return { partition, from: smallestUuidAt(startsAt), to: smallestUuidAt(endsAt), endsAt };
}

/** The month that a partition's name tells, or undefined for a name of another kind. */
export function monthOfPartition(partition: string): ClickMonth | undefined {
  const found = /^clicks_(\d{4})_(0[1-9]|1[0-2])$/.exec(partition);
  return found ? clickMonth(new Date(`${found[1]}-${found[2]}-01T00:00:00.000Z`)) : undefined;
}

/** Every id made in that millisecond or later is at least this. */
function smallestUuidAt(at: Date): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
