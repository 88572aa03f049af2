import type { NewClick } from "../domain/click.ts";
import { idOf, type ClickId } from "../domain/ids.ts";
import { recordClicks } from "../usecases/clicks/record-clicks.ts";
import { DAY_MS, HOUR_MS } from "./calendar.ts";
import type { Partners, Placement } from "./partners.ts";
import { dayMs, type Stage } from "./stage.ts";

/** A visitor who followed a link. */
export interface Visit {
  readonly placement: Placement;
  readonly clickId: ClickId | null;
  readonly clickedMs: number;
  /** Certain to order; others do by chance. */
  readonly buys: boolean;
}

/** Starting on Sunday: people browse at the end of the weekend, and least on Fridays. */
const WEEK = [1.2, 1.1, 1, 0.95, 0.95, 0.75, 0.85];
/** Starting in January. */
const SEASON = [0.85, 0.85, 0.9, 0.95, 1, 0.95, 0.9, 0.9, 1, 1.05, 1.3, 1.35];
const CLICKS_A_DAY = 40;
/** The shop's size on the first day, relative to the last. */
const SMALL_BEGINNING = 0.35;
const WITHOUT_CONSENT = 0.06;
const SHARED_ADDRESS = 0.03;
/** Now and then two people of one household order, which is flagged. */
const HOUSEHOLD_EVERY_DAYS = 20;
const HOUSEHOLD = 2;
const LABELS = ["newsletter", "review", "sidebar", "story", "top-10"] as const;

/** Records a day's clicks at once and returns them in order of time. */
export async function recordDay(stage: Stage, partners: Partners, day: number): Promise<Visit[]> {
  const { dice, services, endMs } = stage;
  const placements = [...partners.values()].flatMap((partner) => partner.placements).filter(isLive);
  const beginsMs = dayMs(stage, day);
  const made: { visit: Visit; click: NewClick }[] = [];
  let address = dice.bytes(16);
  for (let left = countOn(stage, day); left > 0; left -= 1) {
    const placement = dice.pickByWeight(
      placements,
      ({ reach, running }) => reach / (running.part.basket > 100 ? 2 : 1),
    );
    const clickedMs = Math.round(beginsMs + timeOfDay(stage));
    if (!placement || clickedMs < placement.joinedMs || clickedMs >= endMs) continue;
    const buys = day % HOUSEHOLD_EVERY_DAYS === 0 && made.length < HOUSEHOLD;
    if (!dice.happens(SHARED_ADDRESS) && !(buys && made.length > 0)) address = dice.bytes(16);
    made.push(clickOf(stage, { placement, clickedMs, address, buys }));
  }
  made.sort((a, b) => a.visit.clickedMs - b.visit.clickedMs);
  if (made.length > 0)
    await recordClicks(
      services,
      made.map(({ click }) => click),
    );
  return made.map(({ visit }) => visit);
}

/** Other links also lead to the shop, but nothing is recorded for them. */
const isLive = ({ active, running }: Placement): boolean => active && running.active;

function countOn({ dice, startMs, endMs }: Stage, day: number): number {
  const date = new Date(dayMs({ startMs }, day));
  const grown = SMALL_BEGINNING + (1 - SMALL_BEGINNING) * ((day * DAY_MS) / (endMs - startMs));
  const rhythm = (WEEK[date.getUTCDay()] ?? 1) * (SEASON[date.getUTCMonth()] ?? 1);
  return Math.round(CLICKS_A_DAY * grown * rhythm * dice.between(0.8, 1.2));
}

/** Few at night, most in the evening. */
function timeOfDay({ dice }: Stage): number {
  const middle = dice.happens(0.45) ? 12 : 20;
  const hour = middle + (dice.between(-5, 5) + dice.between(-3, 3)) / 1.3;
  return Math.min(Math.max(hour, 0), 23.99) * HOUR_MS;
}

function clickOf(
  { dice, services }: Stage,
  { address, ...visit }: Omit<Visit, "clickId"> & { address: Buffer },
): { visit: Visit; click: NewClick } {
  const { placement, clickedMs, buys } = visit;
  const consented = !dice.happens(WITHOUT_CONSENT) || buys;
  const uuid = services.random.uuid(new Date(clickedMs));
  const { part } = placement.running;
  const click: NewClick = {
    id: consented ? Buffer.from(uuid.replaceAll("-", ""), "hex") : null,
    scope: placement.scope,
    clickedAtMs: clickedMs,
    expiresAtMs: clickedMs + part.windowDays * DAY_MS,
    sub: dice.happens(0.4) ? dice.pick(LABELS) : null,
    addressHash: address,
  };
  return { visit: { ...visit, clickId: consented ? idOf("click", uuid) : null }, click };
}
