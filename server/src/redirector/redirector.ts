import type { Registry } from "prom-client";
import { addressKeyOf } from "../usecases/clicks/address-keys.ts";
import { clickSlices, foldClicks } from "../usecases/clicks/fold-clicks.ts";
import { makeClickPartitions } from "../usecases/clicks/keep-partitions.ts";
import type { LinkRequest, LinkResponse } from "../system/exchange.ts";
import type { Services } from "../usecases/context.ts";
import { AddressHasher } from "./address-hasher.ts";
import { Responses, type ResponseSettings } from "./responses.ts";
import { ClickIdMaker } from "./click-ids.ts";
import { ClickWriter } from "./click-writer.ts";
import { RedirectCounters, type UntrackedReason } from "./counters.ts";
import type { OpenJournal } from "./journal/open-journal.ts";
import { deepLanding } from "./landing.ts";
import { LinkCache, type CachedLink } from "./link-cache.ts";
import { linkUnavailable, sendPage, unknownLink } from "./pages.ts";
import type { BatchFailure } from "./batches.ts";
import { RecentClicks } from "./recent-clicks.ts";
import { TwinTimes } from "./twin-times.ts";
import { visitHeaders, type VisitHeaders } from "./request-headers.ts";
import { Visit } from "./visit.ts";
import { isPrefetch, recentClickIds, SAME_VISIT_MS, subOf } from "./visitor.ts";
import { isCrawler } from "./crawlers.ts";

export interface RedirectorOptions {
  /** Uses its own small pool with one-second timeouts: a busy API must not keep customers waiting. */
  readonly services: Pick<Services, "db" | "clock" | "random">;
  readonly registry: Registry;
  readonly secretKey: Uint8Array;
  readonly settings: ResponseSettings;
  readonly addressOf: (request: LinkRequest) => string;
  /** Keeps clicks on disk while the database cannot take them. */
  readonly journal: OpenJournal | undefined;
  /** How long a visitor waits at most. */
  readonly deadlineMs: number | undefined;
  /** Called on database errors, rate limited. */
  readonly onTrouble: (error: unknown) => void;
  /** Called when click counts could not be folded; the clicks themselves are safe. */
  readonly onUnfolded: (error: unknown) => void;
}

const PATH = "/r/";
const DEADLINE_MS = 1_000;
const UPKEEP_MS = 1_000;
/** Less often is cheaper, but readers of a total must add up what is not folded yet. */
const FOLD_MS = 2_000;
const TROUBLE_PAUSE_MS = 10_000;

interface Asked {
  readonly link: CachedLink;
  readonly query: string;
  readonly atMs: number;
  readonly clickedAtMs: number;
  /** Why the time of a twin is unknown. */
  readonly timeless: UntrackedReason | undefined;
}

/** `/r/:code`: look up, record, commit, and only then respond. */
export class Redirector {
  readonly #options: RedirectorOptions;
  readonly #counters: RedirectCounters;
  readonly #responses: Responses;
  readonly #links: LinkCache;
  readonly #recent: RecentClicks;
  readonly #clicks: ClickWriter;
  readonly #ids = new ClickIdMaker();
  readonly #times: TwinTimes;
  #upkeep: NodeJS.Timeout | undefined;
  #keepingUp: Promise<void> = Promise.resolve();
  #folding: Promise<void> | undefined;
  #closed = false;
  #unfolded = true;
  #foldedAt = 0;
  readonly #foldSize = clickSlices();
  #troubleToldAt = -TROUBLE_PAUSE_MS;

  constructor(options: RedirectorOptions) {
    const { services, secretKey, settings, deadlineMs = DEADLINE_MS } = options;
    const onError = (error: unknown): void => this.#trouble(error);
    this.#options = options;
    this.#responses = new Responses(settings, services.random.requestIds());
    this.#links = new LinkCache(services, { onError, deadlineMs });
    this.#counters = new RedirectCounters(options.registry, {
      linksKnown: () => this.#links.size,
      journalBytes: async () => {
        // A folder that cannot be read is reported where it is used.
        await options.journal?.clicks.measure().catch(() => {});
        return options.journal?.clicks.bytes ?? 0;
      },
    });
    this.#recent = new RecentClicks(services, { onError, deadlineMs });
    this.#times = new TwinTimes(services, { onError, deadlineMs });
    this.#clicks = new ClickWriter({
      services,
      hasher: new AddressHasher(secretKey, (day) => addressKeyOf(services, day)),
      counters: this.#counters,
      journal: options.journal,
      onError,
      onUntracked: (visit, reason) => this.#responder.untracked(visit, reason),
      onWritten: () => (this.#unfolded = true),
      deadlineMs,
    });
  }

  /** Loads what it needs. If the database is unavailable, the first responses are just slower. */
  async start(): Promise<void> {
    await Promise.all([this.#links.refresh(), makeClickPartitions(this.#options.services), this.#clicks.start()]).catch(
      (error: unknown) => this.#trouble(error),
    );
    this.#planUpkeep();
  }

  /** Handles the request if it is a tracking link; false leaves it to others. */
  readonly handle = (request: LinkRequest, response: LinkResponse): boolean => {
    const { url = "", method } = request;
    if (!url.startsWith(PATH) || (method !== "GET" && method !== "HEAD")) return false;
    const queryAt = url.indexOf("?");
    const code = queryAt === -1 ? url.slice(PATH.length) : url.slice(PATH.length, queryAt);
    const query = queryAt === -1 ? "" : url.slice(queryAt + 1);
    const link = this.#links.get(code);
    if (link) this.#enter(request, response, { link, query });
    else this.#search(request, response, { code, query });
    return true;
  };

  /** Close the server first: requests in flight must have their responses. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#upkeep);
    await this.#keepingUp;
    await this.#folding;
    await this.#clicks.close().catch((error: unknown) => this.#trouble(error));
    await this.#fold();
  }

  /** From now on every response closes its connection. */
  drain(): void {
    this.#responses.close();
  }

  #search(request: LinkRequest, response: LinkResponse, asked: { code: string; query: string }): void {
    this.#links.find(
      asked.code,
      (link) => {
        if (link) return this.#enter(request, response, { link, query: asked.query });
        this.#counters.unknown();
        sendPage(response, unknownLink, this.#responses.headers());
      },
      () => sendPage(response, linkUnavailable, this.#responses.headers()),
    );
  }

  /** The link of a twin needs its time; one of a live account is followed at once. */
  #enter(request: LinkRequest, response: LinkResponse, { link, query }: { link: CachedLink; query: string }): void {
    const atMs = this.#options.services.clock.now().getTime();
    const { twin } = link.campaign;
    if (twin === null || untrackedBecause(link, visitHeaders(request), request.method))
      return this.#follow(request, response, { link, query, atMs, clickedAtMs: atMs, timeless: undefined });
    this.#times.find(
      twin,
      (now) => this.#follow(request, response, { link, query, atMs, clickedAtMs: now.getTime(), timeless: undefined }),
      (timeless) => this.#follow(request, response, { link, query, atMs, clickedAtMs: atMs, timeless }),
    );
  }

  #follow(request: LinkRequest, response: LinkResponse, { link, query, atMs, clickedAtMs, timeless }: Asked): void {
    const parameters = query === "" ? undefined : new URLSearchParams(query);
    const to = parameters?.get("to") ?? "";
    const { campaign } = link;
    const visit = new Visit(
      {
        response,
        link,
        landing: to === "" ? campaign.landing : deepLanding(campaign.landing, to),
        atMs,
        clickedAtMs,
        address: this.#options.addressOf(request),
        sub: subOf(parameters?.get("sub") ?? null),
      },
      this.#responder,
    );
    const headers = visitHeaders(request);
    const reason = timeless ?? untrackedBecause(link, headers, request.method);
    if (reason) return this.#responder.untracked(visit, reason);
    // Without consent a click is still counted, but nothing about the visitor is recorded.
    if (parameters?.get("cons") === "0") return this.#clicks.add(visit);
    const presented = recentClickIds(headers.cookie, visit.atMs);
    if (presented.length === 0) return this.#record(visit);
    this.#recent.find(presented, (found) => {
      // Nobody can tell whose click that is, so this visit gets its own.
      if (found === "unsure") return this.#record(visit);
      const kept = found.find(
        (click) =>
          click.affiliationUuid === link.affiliationUuid && clickedAtMs - click.clickedAt.getTime() < SAME_VISIT_MS,
      );
      if (!kept) return this.#record(visit);
      this.#counters.returning();
      const maxAgeMs = kept.expiresAt.getTime() - clickedAtMs;
      this.#responses.redirectWithClick(response, visit.locationWith(kept), { id: kept.id, maxAgeMs });
    });
  }

  #record(visit: Visit): void {
    visit.willHave(this.#ids.make(visit.atMs));
    this.#clicks.add(visit);
  }

  readonly #responder = {
    tracked: (visit: Visit, made: { id: `clk_${string}` }): void => {
      this.#counters.recorded();
      const cookie = { id: made.id, maxAgeMs: visit.link.campaign.windowMs };
      this.#responses.redirectWithClick(visit.response, visit.locationWith(made), cookie);
    },
    untracked: (visit: Visit, reason: UntrackedReason | undefined): void => {
      if (reason) this.#counters.untracked(reason);
      else this.#counters.withoutConsent();
      this.#responses.redirect(visit.response, visit.landing.plain);
    },
    unwritten: (visit: Visit, why: BatchFailure): void => this.#clicks.rescue(visit, why),
  };

  #planUpkeep(): void {
    if (this.#closed) return;
    this.#upkeep = setTimeout(() => {
      this.#keepingUp = this.#keepUp().finally(() => this.#planUpkeep());
    }, UPKEEP_MS).unref();
  }

  async #keepUp(): Promise<void> {
    try {
      // Not awaited: link changes must be known in time, however much there is to replay.
      this.#clicks.keepUp().catch((error: unknown) => this.#trouble(error));
      await this.#links.refresh();
      // The same holds for what there is to count.
      if (performance.now() - this.#foldedAt >= FOLD_MS)
        this.#folding ??= this.#fold().finally(() => (this.#folding = undefined));
    } catch (error) {
      this.#trouble(error);
    }
  }

  async #fold(): Promise<void> {
    if (!this.#unfolded) return;
    this.#unfolded = false;
    this.#foldedAt = performance.now();
    try {
      if (await foldClicks(this.#options.services, { size: this.#foldSize })) this.#unfolded = true;
    } catch (error) {
      this.#unfolded = true;
      this.#trouble(error, this.#options.onUnfolded);
    }
  }

  /** While the database is unavailable every group fails: one log line now and then is enough. */
  #trouble(error: unknown, tell = this.#options.onTrouble): void {
    const now = performance.now();
    if (now - this.#troubleToldAt < TROUBLE_PAUSE_MS) return;
    this.#troubleToldAt = now;
    tell(error);
  }
}

function untrackedBecause(
  link: CachedLink,
  { agent, purpose }: VisitHeaders,
  method: string | undefined,
): UntrackedReason | undefined {
  if (link.campaign.status !== "active") return "campaign_not_active";
  if (!link.active) return "affiliate_not_active";
  if (method === "HEAD") return "head";
  if (isPrefetch(purpose)) return "prefetch";
  return isCrawler(agent) ? "crawler" : undefined;
}
