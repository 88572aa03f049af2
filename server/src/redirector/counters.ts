import { Counter, Gauge, Histogram, type Registry } from "prom-client";
import type { BatchFailure } from "./batches.ts";

/** Why a customer was redirected without a recorded click. */
export const untrackedReasons = [
  "database_away",
  "shed",
  "clock_moving",
  "account_deleted",
  "campaign_not_active",
  "affiliate_not_active",
  "crawler",
  "prefetch",
  "head",
] as const;
export type UntrackedReason = (typeof untrackedReasons)[number];

export const reasonOf = (why: BatchFailure): UntrackedReason => (why === "full" ? "shed" : "database_away");

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1];

/** Plain numbers on the hot path; Prometheus collects them on each scrape. */
export class RedirectCounters {
  readonly #numbers = {
    recorded: 0,
    withoutConsent: 0,
    returning: 0,
    unknown: 0,
    shed: 0,
    journaled: 0,
    replayed: 0,
    untracked: new Map<UntrackedReason, number>(untrackedReasons.map((reason) => [reason, 0])),
  };
  readonly #batchSeconds: Histogram;

  constructor(
    registry: Registry,
    { linksKnown, journalBytes }: { linksKnown: () => number; journalBytes: () => Promise<number> },
  ) {
    const numbers = this.#numbers;
    const show = (name: string, help: string, read: () => number): void => {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    };
    show("tributary_clicks_recorded_total", "Clicks committed before their response.", () => numbers.recorded);
    show(
      "tributary_clicks_without_consent_total",
      "Clicks counted without storing anything else.",
      () => numbers.withoutConsent,
    );
    show("tributary_clicks_returning_total", "Visits that reused a click from the last hour.", () => numbers.returning);
    show(
      "tributary_clicks_shed_total",
      "Redirects without a click because too many clicks were queued.",
      () => numbers.shed,
    );
    show("tributary_links_unknown_total", "Requests for unknown links.", () => numbers.unknown);
    new Counter({
      name: "tributary_redirects_untracked_total",
      help: "Redirects without a click, by reason.",
      labelNames: ["reason"],
      registers: [registry],
      collect() {
        this.reset();
        for (const [reason, count] of numbers.untracked) this.inc({ reason }, count);
      },
    });
    show(
      "tributary_clicks_journaled_total",
      "Clicks kept on disk because the database could not take them.",
      () => numbers.journaled,
    );
    show(
      "tributary_clicks_replayed_total",
      "Clicks of the journal that were recorded in the database.",
      () => numbers.replayed,
    );
    new Gauge({
      name: "tributary_click_journal_bytes",
      help: "Size of the clicks on disk that the database does not have yet.",
      // Processes on one machine share the folder.
      aggregator: "max",
      registers: [registry],
      async collect() {
        this.set(await journalBytes());
      },
    });
    new Gauge({
      name: "tributary_links_known",
      help: "Links held in memory.",
      aggregator: "max",
      registers: [registry],
      collect() {
        this.set(linksKnown());
      },
    });
    this.#batchSeconds = new Histogram({
      name: "tributary_click_batch_seconds",
      help: "Time to commit a group of clicks.",
      buckets: BUCKETS_SECONDS,
      registers: [registry],
    });
  }

  recorded(): void {
    this.#numbers.recorded += 1;
  }
  withoutConsent(): void {
    this.#numbers.withoutConsent += 1;
  }
  returning(): void {
    this.#numbers.returning += 1;
  }
  unknown(): void {
    this.#numbers.unknown += 1;
  }
  untracked(reason: UntrackedReason): void {
    if (reason === "shed") this.#numbers.shed += 1;
    this.#numbers.untracked.set(reason, (this.#numbers.untracked.get(reason) ?? 0) + 1);
  }
  journaled(clicks: number): void {
    this.#numbers.journaled += clicks;
  }
  replayed(clicks: number): void {
    this.#numbers.replayed += clicks;
  }
  batch(ms: number): void {
    this.#batchSeconds.observe(ms / 1000);
  }
}
