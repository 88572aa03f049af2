import type { NewClick } from "../domain/click.ts";
import type { LinkResponse } from "../system/exchange.ts";
import type { Batched, BatchFailure } from "./batches.ts";
import type { MadeClickId } from "./click-ids.ts";
import type { UntrackedReason } from "./counters.ts";
import { landingWith, type Landing } from "./landing.ts";
import type { CachedLink } from "./link-cache.ts";

/** How a response is written; the same for every visit of a process. */
export interface Responder {
  tracked(visit: Visit, made: MadeClickId): void;
  untracked(visit: Visit, reason: UntrackedReason | undefined): void;
  /** The database did not take it. */
  unwritten(visit: Visit, why: BatchFailure): void;
}

type VisitFacts = Pick<Visit, "response" | "link" | "landing" | "atMs" | "clickedAtMs" | "address" | "sub">;

/** A customer between the link and the landing page, while the click is recorded. */
export class Visit implements Batched<void> {
  readonly response: LinkResponse;
  readonly link: CachedLink;
  readonly landing: Landing;
  /** The real time. */
  readonly atMs: number;
  /** The time that decides: of the twin in test mode. */
  readonly clickedAtMs: number;
  /** Kept only until the click is recorded; the database gets its hash. */
  readonly address: string;
  readonly sub: string | null;
  readonly #responder: Responder;
  #made: MadeClickId | null = null;

  constructor(facts: VisitFacts, responder: Responder) {
    this.response = facts.response;
    this.link = facts.link;
    this.landing = facts.landing;
    this.atMs = facts.atMs;
    this.clickedAtMs = facts.clickedAtMs;
    this.address = facts.address;
    this.sub = facts.sub;
    this.#responder = responder;
  }

  /** Without it the visit is only counted. */
  willHave(made: MadeClickId): void {
    this.#made = made;
  }

  /** Whether the click itself is recorded, and not only counted. */
  get isKept(): boolean {
    return this.#made !== null;
  }

  click(addressHash: Buffer | null): NewClick {
    const id = this.#made?.bytes ?? null;
    return {
      id,
      scope: this.link.scope,
      clickedAtMs: this.clickedAtMs,
      expiresAtMs: this.clickedAtMs + this.link.campaign.windowMs,
      sub: this.sub,
      addressHash,
    };
  }

  locationWith(made: Pick<MadeClickId, "id">): string {
    return landingWith(this.landing, made.id);
  }

  done(): void {
    if (this.#made) this.#responder.tracked(this, this.#made);
    else this.#responder.untracked(this, undefined);
  }

  failed(why: BatchFailure): void {
    this.#responder.unwritten(this, why);
  }
}
