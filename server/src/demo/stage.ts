import { AppError } from "../domain/errors.ts";
import type { MerchantContext, Services } from "../usecases/context.ts";
import { DAY_MS, type Calendar } from "./calendar.ts";
import type { Dice } from "./dice.ts";

/** An order as the shop's backend reports it in the request body. */
export interface Order {
  readonly campaign_id: string;
  readonly click_id?: string;
  readonly affiliate_code?: string;
  readonly coupon_code?: string;
  readonly external_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly items?: readonly Item[];
  readonly customer_id?: string;
  readonly subscription_id?: string;
}

export interface Item {
  readonly sku: string;
  readonly category: string;
  readonly quantity: number;
  readonly amount: number;
}

/** Shared by every part of the demo. */
export interface Stage {
  readonly services: Services;
  readonly merchant: MerchantContext;
  readonly calendar: Calendar;
  readonly dice: Dice;
  /** Midnight UTC of the first day. */
  readonly startMs: number;
  readonly endMs: number;
  /** Uses the public API, so that failed requests are recorded as usual. Returns the conversion's ID. */
  track(order: Order): Promise<string | undefined>;
}

export const dayMs = ({ startMs }: Pick<Stage, "startMs">, day: number): number => startMs + day * DAY_MS;

/**
 * As in production, someone else may have decided first; the demo then continues. Returns whether the work was done.
 */
export async function unlessRefused(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
