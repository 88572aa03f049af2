import { BoundedMap } from "../domain/bounded-map.ts";
import type { ClickScope, Link, LinkCampaign } from "../domain/click.ts";
import { DAY_MS } from "../domain/values/day.ts";
import { bytesOfUuid, idOf, type AccountId } from "../domain/ids.ts";
import {
  linkChangesSince,
  linksByCode,
  loadLinks,
  type ChangeMark,
  type LinkChanges,
} from "../usecases/clicks/links.ts";
import type { Services } from "../usecases/context.ts";
import { Batches, type Batched, type BatchFailure } from "./batches.ts";
import { detached } from "./detached.ts";
import { landingOf, type Landing } from "./landing.ts";

/** The data that a redirect needs. All links of a campaign share its part, so one change reaches them all. */
export interface CachedLink {
  readonly scope: ClickScope;
  readonly affiliationUuid: string;
  readonly active: boolean;
  readonly campaign: CachedCampaign;
}
export interface CachedCampaign {
  status: LinkCampaign["status"];
  landing: Landing;
  windowMs: number;
  readonly account: Buffer;
  /** The twin whose clock decides; null for live accounts. */
  readonly twin: AccountId | null;
  readonly bytes: Buffer;
}

const LINKS_MAX = 200_000;
/** Of test accounts: they must not push out live links. */
const TEST_LINKS_MAX = 5_000;
const UNKNOWN_MAX = 10_000;
const UNKNOWN_MS = 2_000;
/** Longer than any code, with only a code's characters: other paths are not worth a query. */
const CODE = /^[0-9A-Za-z_-]{1,64}$/;

class Search implements Batched<Link | undefined> {
  readonly code: string;
  readonly #found: (link: Link | undefined) => void;
  readonly failed: (why: BatchFailure) => void;

  constructor(code: string, found: (link: Link | undefined) => void, failed: (why: BatchFailure) => void) {
    this.code = code;
    this.#found = found;
    this.failed = failed;
  }
  done(link: Link | undefined): void {
    this.#found(link);
  }
}

/**
 * All links of live accounts, in memory. Loaded at the start, then updated every second with what has changed: a pause, removal or new
 * target applies in every process soon after its commit. Known links keep working while the database is unavailable. If
 * there are too many, it keeps the newest, and the most recently used of the others.
 */
export class LinkCache {
  readonly #services: Pick<Services, "db">;
  readonly #linksMax: number;
  readonly #unknown = new BoundedMap<string, number>(UNKNOWN_MAX);
  readonly #searches: Batches<Search, Link | undefined>;
  #table: LinkTable;
  /** Undefined if nothing is loaded yet, or if the database was unavailable since and may have been replaced. */
  #mark: ChangeMark | undefined;

  constructor(
    services: Pick<Services, "db">,
    options: { onError: (error: unknown) => void; deadlineMs: number; linksMax?: number },
  ) {
    this.#services = services;
    this.#linksMax = options.linksMax ?? LINKS_MAX;
    this.#table = new LinkTable(this.#linksMax);
    this.#searches = new Batches({
      work: async (searches: readonly Search[]) => {
        const found = await linksByCode(services, [...new Set(searches.map((search) => search.code))]);
        return (search: Search) => found.get(search.code);
      },
      onError: options.onError,
      queueMax: 1_000,
      batchMax: 200,
      deadlineMs: options.deadlineMs,
    });
  }

  /** Fetches changes. Rejects when the database is unavailable; known links stay. */
  async refresh(): Promise<void> {
    const mark = this.#mark;
    this.#mark = undefined;
    if (mark === undefined || this.#table.hasStrayCampaigns) return this.#load();
    const changes = await linkChangesSince(this.#services, mark);
    this.#apply(changes);
    this.#mark = changes.mark;
  }

  get size(): number {
    return this.#table.links.size;
  }

  get(code: string): CachedLink | undefined {
    return this.#table.get(code);
  }

  /** Cache miss: the link is new, does not exist, or was evicted. */
  find(code: string, found: (link: CachedLink | undefined) => void, failed: (why: BatchFailure) => void): void {
    const unknownUntil = this.#unknown.get(code);
    if (!CODE.test(code) || (unknownUntil !== undefined && performance.now() < unknownUntil)) return found(undefined);
    const table = this.#table;
    const settle = (link: Link | undefined): void => {
      // All links were loaded meanwhile: this result may be older than that, so look again.
      if (table !== this.#table) return this.find(code, found, failed);
      if (link === undefined) this.#unknown.set(detached(code), performance.now() + UNKNOWN_MS);
      found(link && table.keepFound(link));
    };
    this.#searches.add(new Search(code, settle, failed));
  }

  /**
   * Replaces the whole table once everything is read. Entries that are not read again (an older link that was looked
   * up, its campaign) may have changed while the database was unavailable: they are dropped, and looked up again on
   * demand.
   */
  async #load(): Promise<void> {
    const table = new LinkTable(this.#linksMax);
    this.#mark = await loadLinks(this.#services, { most: this.#linksMax, take: (links) => table.keepAll(links) });
    this.#table = table;
    this.#unknown.clear();
  }

  #apply({ campaigns, links }: LinkChanges): void {
    // Includes campaigns without a cached link: a lookup in progress may add one, with the campaign's old state.
    for (const campaign of campaigns) this.#table.keepCampaign(campaign);
    this.#table.keepAll(links);
    for (const { code } of links) this.#unknown.delete(code);
  }
}

/** The links, oldest first, and the campaigns that they share. */
class LinkTable {
  readonly links = new Map<string, CachedLink>();
  readonly #testLinks = new BoundedMap<string, CachedLink>(TEST_LINKS_MAX);
  readonly #campaigns = new Map<string, CachedCampaign>();
  readonly #linksMax: number;

  constructor(linksMax: number) {
    this.#linksMax = linksMax;
  }

  /** Campaigns stay when their links are evicted; this many justify a reload. */
  get hasStrayCampaigns(): boolean {
    return this.#campaigns.size > 2 * this.#linksMax;
  }

  get(code: string): CachedLink | undefined {
    return this.links.get(code) ?? this.#testLinks.get(code);
  }

  keepAll(links: readonly Link[]): void {
    for (const link of links) this.#keep(link, this.keepCampaign(link.campaign));
  }

  /** An entry that is already cached comes from a refresh and may be newer than this lookup's result: it stays. */
  keepFound(link: Link): CachedLink {
    const campaign = this.#campaigns.get(link.campaign.uuid) ?? this.keepCampaign(link.campaign);
    return this.get(link.code) ?? this.#keep(link, campaign);
  }

  keepCampaign(campaign: LinkCampaign): CachedCampaign {
    const windowMs = campaign.attributionWindowDays * DAY_MS;
    const kept = this.#campaigns.get(campaign.uuid);
    if (kept === undefined) {
      const made: CachedCampaign = {
        status: campaign.status,
        landing: landingOf(campaign.targetUrl),
        windowMs,
        account: bytesOfUuid(campaign.accountUuid),
        twin: campaign.isTest ? idOf("account", campaign.accountUuid) : null,
        bytes: bytesOfUuid(campaign.uuid),
      };
      this.#campaigns.set(campaign.uuid, made);
      return made;
    }
    kept.status = campaign.status;
    kept.windowMs = windowMs;
    if (kept.landing.target !== campaign.targetUrl) kept.landing = landingOf(campaign.targetUrl);
    return kept;
  }

  #keep(link: Link, campaign: CachedCampaign): CachedLink {
    const affiliation = this.get(link.code)?.scope.affiliation ?? bytesOfUuid(link.affiliationUuid);
    const kept: CachedLink = {
      scope: { account: campaign.account, campaign: campaign.bytes, affiliation },
      affiliationUuid: link.affiliationUuid,
      active: link.active,
      campaign,
    };
    if (campaign.twin !== null) {
      this.#testLinks.set(link.code, kept);
      return kept;
    }
    // Deleted first: otherwise a cached link would keep its position and be evicted before older ones.
    this.links.delete(link.code);
    this.links.set(link.code, kept);
    if (this.links.size > this.#linksMax) this.#evictOldest();
    return kept;
  }

  #evictOldest(): void {
    for (const code of this.links.keys()) {
      this.links.delete(code);
      return;
    }
  }
}
