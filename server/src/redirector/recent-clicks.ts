import type { ClickId } from "../domain/ids.ts";
import { clicksById, type RecentClick } from "../usecases/clicks/links.ts";
import type { Services } from "../usecases/context.ts";
import { Batches, type Batched } from "./batches.ts";

type Found = readonly RecentClick[];

class Question implements Batched<Found> {
  readonly ids: readonly ClickId[];
  readonly #answer: (found: Found | "unsure") => void;

  constructor(ids: readonly ClickId[], answer: (found: Found | "unsure") => void) {
    this.ids = ids;
    this.#answer = answer;
  }
  done(found: Found): void {
    this.#answer(found);
  }
  failed(): void {
    this.#answer("unsure");
  }
}

/** Checks that a click ID sent by a visitor is real: anyone can write a cookie. */
export class RecentClicks {
  readonly #questions: Batches<Question, Found>;

  constructor(services: Pick<Services, "db">, options: { onError: (error: unknown) => void; deadlineMs: number }) {
    this.#questions = new Batches({
      work: async (questions: readonly Question[]) => {
        const found = await clicksById(services, [...new Set(questions.flatMap((question) => question.ids))]);
        return (question: Question) => question.ids.flatMap((id) => found.get(id) ?? []);
      },
      onError: options.onError,
      queueMax: 5_000,
      batchMax: 500,
      deadlineMs: options.deadlineMs,
    });
  }

  find(ids: readonly ClickId[], answer: (found: Found | "unsure") => void): void {
    this.#questions.add(new Question(ids, answer));
  }
}
