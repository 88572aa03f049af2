import { aDesk, type Desk } from "../dashboard/desk.ts";
import { aPartner, earnApproved, type Paid, type Till } from "../payouts/till.ts";
import type { TestApp } from "../support/app.ts";
import { aCampaign } from "../support/world.ts";
import { parseId } from "../../src/domain/ids.ts";
import type { PayoutDetails } from "../../src/domain/payout-details.ts";

/** An owner at the dashboard, with a till. */
export interface Counter {
  readonly desk: Desk;
  readonly till: Till;
}

export async function aCounter(on?: TestApp, campaign: Record<string, unknown> = {}): Promise<Counter> {
  const desk = await aDesk(on);
  const made = await aCampaign(desk.merchant, { commission_value: 100, maturation_days: 7, ...campaign });
  const campaignId = parseId("campaign", made);
  if (!campaignId) throw new Error("No campaign.");
  return { desk, till: { app: desk.app, merchant: desk.merchant, campaignId } };
}

/** A person with this amount due. */
export async function aPayee({ till }: Counter, minor: number, details?: PayoutDetails | null): Promise<Paid> {
  const person = await aPartner(till, details);
  await earnApproved(till, person, minor);
  return person;
}

/** Moves the clock by this many days. The session ends by then, so the owner signs in again. */
export async function later({ desk }: Counter, days = 7): Promise<void> {
  desk.app.clock.forward({ days });
  const { status, text } = await desk.browser.signIn(desk.merchant.email, desk.merchant.password);
  if (status !== 200) throw new Error(text);
}

/** Lets all earnings mature and pays them in one batch. */
export async function aBatch(counter: Counter, currency = "EUR"): Promise<string> {
  await later(counter);
  const { desk } = counter;
  const { status, body, text } = await desk.send("POST", "payout-batches", { currency });
  if (status !== 200) throw new Error(text);
  return body.batch.id as string;
}
