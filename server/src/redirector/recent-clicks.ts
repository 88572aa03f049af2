import type { ClickId } from "../domain/ids.ts";
import { clicksById, type RecentClick } from "../usecases/clicks/links.ts";
import type { Services } from "../usecases/context.ts";
import { Batches, type Batched } from "./batches.ts";

type Found = readonly RecentClick[];

class Lookup implements Batched<Found> {
  readonly ids: readonly ClickId[];
  readonly #onFound: (found: Found | "unsure") => void;

  constructor(ids: readonly ClickId[], onFound: (found: Found | "unsure") => void) {
    this.ids = ids;
    this.#onFound = onFound;
  }
  done(found: Found): void {
    this.#onFound(found);
  }
  failed(): void {
    this.#onFound("unsure");
  }
}

/** Checks that a click ID sent by a visitor is real: anyone can write a cookie. */
export class RecentClicks {
  readonly #lookups: Batches<Lookup, Found>;

  constructor(services: Pick<Services, "db">, options: { onError: (error: unknown) => void; deadlineMs: number }) {
    this.#lookups = new Batches({
      work: async (lookups: readonly Lookup[]) => {
        const found = await clicksById(services, [...new Set(lookups.flatMap((lookup) => lookup.ids))]);
        return (lookup: Lookup) => lookup.ids.flatMap((id) => found.get(id) ?? []);
      },
      onError: options.onError,
      queueMax: 5_000,
      batchMax: 500,
      deadlineMs: options.deadlineMs,
    });
  }

  find(ids: readonly ClickId[], onFound: (found: Found | "unsure") => void): void {
    this.#lookups.add(new Lookup(ids, onFound));
  }
}
