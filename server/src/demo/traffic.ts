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
}

/** From Sunday on: people look for things at the weekend's end, and have other things to do on a Friday. */
const WEEK = [1.2, 1.1, 1, 0.95, 0.95, 0.75, 0.85];
/** From January on. */
const SEASON = [0.85, 0.85, 0.9, 0.95, 1, 0.95, 0.9, 0.9, 1, 1.05, 1.3, 1.35];
const CLICKS_A_DAY = 78;
/** How the shop of the first day compares to that of the last one. */
const SMALL_BEGINNING = 0.35;
const WITHOUT_CONSENT = 0.06;
const SHARED_ADDRESS = 0.03;
const LABELS = ["newsletter", "review", "sidebar", "story", "top-10"] as const;

/** The clicks of a day, recorded at once. Returned in the order of their time. */
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
    if (!dice.happens(SHARED_ADDRESS)) address = dice.bytes(16);
    made.push(clickOf(stage, { placement, clickedMs, address }));
  }
  made.sort((a, b) => a.visit.clickedMs - b.visit.clickedMs);
  if (made.length > 0)
    await recordClicks(
      services,
      made.map(({ click }) => click),
    );
  return made.map(({ visit }) => visit);
}

/** The links of the others lead to the shop as well, but nothing of it is recorded. */
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
  { placement, clickedMs, address }: { placement: Placement; clickedMs: number; address: Buffer },
): { visit: Visit; click: NewClick } {
  const consented = !dice.happens(WITHOUT_CONSENT);
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
  return { visit: { placement, clickedMs, clickId: consented ? idOf("click", uuid) : null }, click };
}
