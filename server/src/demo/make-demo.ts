import type { App } from "../app.ts";
import type { Log } from "../system/log.ts";
import { random } from "../system/random.ts";
import { createAccount } from "../usecases/accounts/create-account.ts";
import type { MerchantContext, Services } from "../usecases/context.ts";
import { createKey } from "../usecases/keys/create-key.ts";
import { planBetterRates } from "./better-rates.ts";
import { Calendar, DAY_MS, HOUR_MS } from "./calendar.ts";
import { planCampaigns, tightenBudgets } from "./campaigns.ts";
import { planClaims } from "./claims.ts";
import { planDeliveries } from "./deliveries.ts";
import { planCoupons } from "./coupons.ts";
import { Dice, seededIds } from "./dice.ts";
import { planMistakes } from "./mistakes.ts";
import { Habits, OrderNumbers, planOrders } from "./orders.ts";
import { planPartners, type Partners } from "./partners.ts";
import { closePayments, planPayments } from "./payments.ts";
import { failWithoutBudget, planRareReturns, type Bought } from "./refunds.ts";
import { dayMs, type Order, type Stage } from "./stage.ts";
import { recordDay } from "./traffic.ts";

export interface SignIn {
  readonly who: string;
  readonly email: string;
  readonly password: string;
}

export interface DemoOptions {
  readonly seed: number;
  /** The end of the year. */
  readonly end: Date;
  /** How many days of the year are simulated; all by default. */
  readonly days?: number;
  readonly log: Log;
  readonly retrySeconds: readonly number[];
  /** Opens the application with the given clock and IDs. */
  readonly open: (parts: Pick<Services, "clock" | "random">) => Promise<{ app: App; services: Services }>;
  readonly onProgress: (share: number, text: string) => void;
}

const OWNER = { name: "Demo Shop", ownerName: "Dana Fields", email: "owner@demo-shop.example" };
/** From a network reserved for documentation. */
const OFFICE = { address: "192.0.2.10", userAgent: "Mozilla/5.0 (demo)" };
const SHOWN_PARTNERS = ["Alpine Trails Journal", "Deal Otter"];
const DAYS = 365;
/**
 * Jobs normally run all the time. Here a quiet hour of some days is enough: of the first, of payout days, and of others
 * in between. More would double the time that the demo takes.
 */
const JOBS_AT_MS = 4 * HOUR_MS;
const hasJobs = (ms: number): boolean => [1, 5, 10, 15, 20, 25].includes(new Date(ms).getUTCDate());

/** Simulates a year through the use cases, as fast as possible, on a clock that jumps from event to event. */
export async function makeDemo(options: DemoOptions): Promise<readonly SignIn[]> {
  const { end, seed } = options;
  const startMs = Math.floor(end.getTime() / DAY_MS) * DAY_MS - DAYS * DAY_MS;
  const calendar = new Calendar(new Date(startMs), end);
  const { app, services } = await options.open({ clock: calendar, random: seededIds(random, new Dice(seed + 1)) });
  try {
    // Skips name lookups for invented domains, so that the demo needs no network.
    const offline = { ...services, destinations: { refusalOf: () => Promise.resolve(undefined) } };
    const { merchant, key, password } = await openShop(offline);
    const track = (order: Order): Promise<string | undefined> => report(app, key, order);
    const dice = new Dice(seed);
    const stage: Stage = { services: offline, merchant, calendar, dice, startMs, endMs: end.getTime(), track };
    const partners = await playYear(stage, app, options);
    const shown = SHOWN_PARTNERS.flatMap((name) => partners.get(name) ?? []);
    return [
      { who: `the merchant, ${OWNER.name}`, email: OWNER.email, password },
      ...shown.map(({ part, email, password: theirs }) => ({
        who: `the affiliate ${part.name}`,
        email,
        password: theirs,
      })),
    ];
  } finally {
    await app.close();
  }
}

async function openShop(services: Services): Promise<{ merchant: MerchantContext; key: string; password: string }> {
  const { account, owner, madePassword } = await createAccount(
    { ...services, operator: true },
    { ...OWNER, plan: "pro" },
  );
  if (madePassword === undefined) throw new Error("The Demo Shop already exists.");
  const merchant: MerchantContext = {
    ...services,
    accountId: account.id,
    actor: owner.id,
    role: "owner",
    origin: OFFICE,
  };
  const { secret } = await createKey(merchant, "shop backend");
  return { merchant, key: secret, password: madePassword };
}

async function report({ http }: App, key: string, order: Order): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await http.inject({ method: "POST", url: "/v1/conversions", headers, payload: order });
  if (response.statusCode >= 500) throw new Error(`An order could not be tracked: ${response.body}`);
  return response.json<{ conversion?: { id: string } }>().conversion?.id;
}

async function runJobs({ jobs, folds }: App): Promise<void> {
  await jobs.runDue();
  await folds.run();
}

async function playYear(stage: Stage, app: App, options: DemoOptions): Promise<Partners> {
  const { calendar } = stage;
  const campaigns = planCampaigns(stage);
  const partners = planPartners(stage, campaigns);
  planBetterRates(stage, campaigns, partners);
  const coupons = planCoupons(stage, campaigns, partners);
  const orders: Bought[] = [];
  const shopping = { partners, orderNumbers: new OrderNumbers(), orders, coupons, habits: new Habits(stage.dice) };
  planPayments(stage, partners);
  planMistakes(stage, shopping);
  planClaims(stage, shopping);
  planRareReturns(stage, orders);
  const sendDue = planDeliveries(stage, options);
  for (let day = 0; day <= (options.days ?? DAYS); day += 1) {
    planOrders(stage, await recordDay(stage, partners, day), shopping);
    if (day === 0 || hasJobs(dayMs(stage, day))) calendar.plan(dayMs(stage, day) + JOBS_AT_MS, () => runJobs(app));
    await calendar.playUntil(dayMs(stage, day + 1), sendDue);
    options.onProgress(day / DAYS, calendar.now().toISOString().slice(0, 7));
  }
  await runJobs(app);
  await failWithoutBudget(stage, orders, campaigns);
  await tightenBudgets(stage, campaigns);
  await closePayments(stage, partners);
  await sendDue();
  await runJobs(app);
  return partners;
}
