import { expect, test } from "vitest";
import { aClick } from "../support/clicks.ts";
import { rounds, timeout } from "../support/parallel.ts";
import { seeded, type Seeded } from "../support/seeded.ts";
import { aShop, campaignOf, conversionsOf, worldForFile } from "../support/shop.ts";
import { ledgerFaults } from "../support/world.ts";
import { aCoupon, another, end, move, orderWith, outcome } from "./coupons.ts";
import { Model, type ModelOrder, type ModelResult } from "./outside-model.ts";

const world = worldForFile();
const DAY = 86_400_000;
const WINDOW_DAYS = 5;
const CODES = ["ANNA10", "BEN-20"] as const;
/** As customers type them. */
const SPELLINGS = [
  (code: string) => code,
  (code: string) => ` ${code.toLowerCase()} `,
  (code: string) => code.replace("A", "\uFF21").replace("B", "\uFF22"),
] as const;

/** Paid now, at a change or just before one, or at any time since the first coupon. */
function paidAt(random: Seeded, changes: readonly number[], now: number): number {
  const first = changes[0];
  if (first === undefined) return now;
  const any = first + random.below(Math.max(1, now - first));
  const change = random.pick(changes);
  return Math.max(first, random.pick([now, any, change, change - 1]));
}

function anOrder(random: Seeded, model: Model, now: number): ModelOrder {
  const coupon = random.pick([...CODES, ...CODES, "NOBODY", null]);
  const paid = paidAt(random, coupon === null ? [] : model.changesOf(coupon), now);
  const isClicked = coupon === null || random.below(2) === 0;
  const click = isClicked ? { who: random.below(3), at: paid - 10_000 - random.below(2 * WINDOW_DAYS * DAY) } : null;
  return { paidAt: paid, amountCents: 10 * (1 + random.below(2_000)), coupon, click };
}

interface Listed {
  readonly id: string;
  readonly affiliate_id: string;
  readonly attributed_by?: "click" | "coupon";
  readonly coupon_code?: string;
  readonly commission: number;
}

test.each(Array.from({ length: rounds(6) }, (_, seed) => seed))(
  "holders over time, clicks and the budget pay what a model says (seed %i)",
  { timeout },
  async (seed) => {
    const random = seeded(seed);
    const evidence = random.pick(["coupon", "click"] as const);
    const budgetCents = random.pick([8_000, 1_000_000]);
    const model = new Model({ evidence, budgetCents, windowMs: WINDOW_DAYS * DAY });
    const shop = await aShop(world.app, { evidence, max_budget: budgetCents / 100 });
    const people = [shop.affiliate, await another(shop), await another(shop)];
    const shopOf = (who: number) => ({ ...shop, affiliate: people[who] ?? shop.affiliate });
    const ids = new Map<string, string>();
    const [expected, refused]: [ModelResult[], (string | undefined)[]] = [[], []];
    const tracked: (string | undefined)[] = [];
    const changed: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      world.app.clock.forward({ seconds: 61 + random.below(DAY / 4_000) });
      const now = world.app.clock.now().getTime();
      const [code, who, action] = [random.pick(CODES), random.below(3), random.below(6)];
      const active = model.active(code);
      if (action === 0 && !active) {
        ids.set(code, await aCoupon(shopOf(who), code));
        model.create(code, who, now);
      } else if (action === 1 && active && active.holders.at(-1)?.who !== who) {
        changed.push(outcome(await move(shop, ids.get(code) ?? "", people[who] ?? shop.affiliate)));
        active.holders.push({ from: now, who });
      } else if (action === 2 && active && random.below(3) === 0) {
        changed.push(outcome(await end(shop, ids.get(code) ?? "")));
        active.until = now;
      } else {
        const order = anOrder(random, model, now);
        const { click, coupon } = order;
        const sent = await orderWith(shop, coupon === null ? "" : random.pick(SPELLINGS)(coupon), {
          ...(coupon === null && { coupon_code: undefined }),
          amount: order.amountCents / 100,
          paid_at: new Date(order.paidAt).toISOString(),
          click_id: click
            ? await aClick(shopOf(click.who), { at: new Date(click.at), windowDays: WINDOW_DAYS })
            : undefined,
        });
        expected.push(model.track(order));
        tracked.push(sent.status === 200 ? (sent.body.conversion.id as string) : undefined);
        refused.push(sent.status === 200 ? undefined : (sent.body.code as string));
      }
    }
    const listed = new Map(((await conversionsOf(shop, "?limit=100")) as Listed[]).map((each) => [each.id, each]));
    const results = tracked.map((id, index): ModelResult | undefined => {
      const found = id === undefined ? undefined : listed.get(id);
      if (!found) return refused[index];
      return {
        who: people.findIndex(({ affiliateId }) => affiliateId === found.affiliate_id),
        by: found.attributed_by ?? "click",
        coupon: found.coupon_code ?? null,
        cents: Math.round(found.commission * 100),
      };
    });
    expect(changed.filter((each) => each !== "200")).toEqual([]);
    expect(results).toEqual(expected);
    expect(listed.size).toBe(expected.filter((each) => typeof each === "object").length);
    expect((await campaignOf(shop)).current_spend).toBe(model.spentCents / 100);
    expect(await ledgerFaults(world.app)).toEqual([]);
  },
);
