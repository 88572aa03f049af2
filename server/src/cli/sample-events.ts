import type { Affiliate, Tributary, Visibility } from "tributary-sdk";
import { eventTypes, type EventType } from "../domain/events.ts";
import { fewRandomBytes } from "../system/random-bytes.ts";
import { asRefusal, WrongUse, type TestApi } from "./test-api.ts";

export const EVENTS_HELP = `\nEvents: ${eventTypes.join(", ")}`;

/** Makes an event happen in a test account, and says what happened. */
export async function trigger(name: string, api: TestApi): Promise<{ json: Done; text: string }> {
  const event = eventTypes.find((type) => type === name);
  if (!event) throw new WrongUse(`There is no event ${name}. Choose one of: ${eventTypes.join(", ")}.`);
  try {
    const done = await stories[event](api.tributary);
    return { json: { event, ...done }, text: `${event} happened: ${Object.values(done).join(", ")}.` };
  } catch (error) {
    throw asRefusal(error, api);
  }
}

type Done = Readonly<Record<string, string>>;

/** What really has to happen for each event. Earlier events of a story happen too. */
const stories: Readonly<Record<EventType, (tributary: Tributary) => Promise<Done>>> = {
  "affiliate.joined": (tributary) => join(tributary, ORDINARY),
  "affiliate.approved": (tributary) => join(tributary, PRIVATE),
  "conversion.created": (tributary) => sell(tributary),
  "conversion.approved": (tributary) => approve(tributary),
  "conversion.rejected": async (tributary) => {
    const sale = await sell(tributary);
    await tributary.conversions.reject(sale.conversion_id, { reason: "Sample rejection." });
    return sale;
  },
  "conversion.adjusted": async (tributary) => {
    const sale = await sell(tributary);
    await tributary.refunds.record(sale.conversion_id, { external_id: `R-${sale.external_id}`, amount: AMOUNT / 2 });
    return sale;
  },
  "payout.created": async (tributary) => {
    const sale = await approve(tributary, UNHELD);
    const [payout] = await tributary.test.payouts.create({ affiliate_id: sale.affiliate_id, currency: CURRENCY });
    return { ...sale, ...(payout && { payout_id: payout.id }) };
  },
};

const CURRENCY = "EUR";
const AMOUNT = 100;
const ORDER_BYTES = 5;
const ORDINARY = { name: "Sample campaign", maturation_days: 7, visibility: "public" as Visibility };
/** Its affiliates are approved. */
const PRIVATE: typeof ORDINARY = { ...ORDINARY, name: "Private sample campaign", visibility: "private" };
/** Its commissions can be paid out at once. */
const UNHELD = { ...ORDINARY, name: "Sample campaign without a hold period", maturation_days: 0 };

/** The same for all samples. */
async function campaignId({ campaigns }: Tributary, wanted: typeof ORDINARY): Promise<string> {
  const { campaigns: found } = await campaigns.list({ status: "active", limit: 100 });
  const sample = found.find(({ name }) => name === wanted.name);
  if (sample) return sample.id;
  const { id } = await campaigns.create({
    ...wanted,
    target_url: "https://shop.example",
    type: "CPA",
    commission_type: "percentage",
    commission_value: 10,
    currency: CURRENCY,
  });
  return id;
}

const newAffiliate = (tributary: Tributary, campaign: string): Promise<Affiliate> =>
  tributary.test.affiliates.create({ campaign_id: campaign, name: "Sample affiliate" });

async function join(tributary: Tributary, campaign: typeof ORDINARY): Promise<Done> {
  const { id } = await newAffiliate(tributary, await campaignId(tributary, campaign));
  return { affiliate_id: id };
}

interface Sale extends Done {
  readonly affiliate_id: string;
  readonly conversion_id: string;
  readonly external_id: string;
}

async function sell(tributary: Tributary, campaign = ORDINARY): Promise<Sale> {
  const id = await campaignId(tributary, campaign);
  const affiliate = await newAffiliate(tributary, id);
  const orderId = `SAMPLE-${fewRandomBytes(ORDER_BYTES).toString("hex").toUpperCase()}`;
  const { id: conversionId } = await tributary.conversions.track({
    campaign_id: id,
    affiliate_code: affiliate.affiliate_code,
    external_id: orderId,
    amount: AMOUNT,
    currency: CURRENCY,
  });
  return { affiliate_id: affiliate.id, conversion_id: conversionId, external_id: orderId };
}

async function approve(tributary: Tributary, campaign = ORDINARY): Promise<Sale> {
  const sale = await sell(tributary, campaign);
  await tributary.test.conversions.approve(sale.conversion_id);
  return sale;
}
