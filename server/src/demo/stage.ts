import { AppError } from "../domain/errors.ts";
import type { MerchantContext, Services } from "../usecases/context.ts";
import { DAY_MS, type Calendar } from "./calendar.ts";
import type { Dice } from "./dice.ts";

/** An order that the shop's backend reports, as it stands in the body of the call. */
export interface Order {
  readonly campaign_id: string;
  readonly click_id?: string;
  readonly affiliate_code?: string;
  readonly external_id: string;
  readonly amount: number;
  readonly currency: string;
}

/** What every part of the story needs. */
export interface Stage {
  readonly services: Services;
  readonly merchant: MerchantContext;
  readonly calendar: Calendar;
  readonly dice: Dice;
  /** Midnight of the first day, in UTC. */
  readonly startMs: number;
  readonly endMs: number;
  /** Over the public API, so that refused calls are noted as they are in life. Answers with the id of the conversion. */
  track(order: Order): Promise<string | undefined>;
}

export const dayMs = ({ startMs }: Pick<Stage, "startMs">, day: number): number => startMs + day * DAY_MS;

/** In life too, somebody else may have decided meanwhile: then the story goes on without it. Returns whether it was done. */
export async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
