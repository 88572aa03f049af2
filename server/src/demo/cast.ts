import { outdoorProducts, type Product } from "./products.ts";
import { outdoorPlan, shopPlan, subscriptionPlan } from "./terms.ts";

// The people and companies in the demo. All are invented; addresses end in .example, which is reserved.

export interface CampaignPart {
  readonly name: string;
  readonly path: string;
  readonly currency: "EUR" | "GBP";
  readonly commission: { readonly type: "percentage" | "fixed"; readonly value: number };
  readonly visibility: "public" | "private";
  readonly windowDays: number;
  readonly maturationDays: number;
  readonly budget: number | null;
  readonly autoApproves: boolean;
  /** A typical basket value; 0 if nothing is sold. */
  readonly basket: number;
  /** Orders per click. */
  readonly rate: number;
  readonly beginsOn: number;
  readonly ends: { readonly on: number; readonly as: "paused" | "archived" } | null;
  /** The address of its public page, where people apply. */
  readonly page: string | null;
  /** What it pays beyond the commission. */
  readonly plan: object | null;
  readonly products: readonly [Product, ...Product[]] | null;
  /** Whether customers pay every month. */
  readonly isSubscription: boolean;
}

const usual = {
  currency: "EUR",
  visibility: "public",
  windowDays: 30,
  maturationDays: 14,
  budget: null,
  autoApproves: false,
  beginsOn: 0,
  ends: null,
  page: null,
  plan: null,
  products: null,
  isSubscription: false,
} as const;
const percent = (value: number) => ({ type: "percentage", value }) as const;
const fixed = (value: number) => ({ type: "fixed", value }) as const;

export const campaigns: readonly CampaignPart[] = [
  { ...usual, name: "Whole Shop", path: "/", commission: percent(10), basket: 64, rate: 0.075, plan: shopPlan },
  {
    ...usual,
    name: "Launch Offer",
    path: "/launch",
    commission: fixed(15),
    basket: 89,
    rate: 0.11,
    budget: 400,
    ends: { on: 150, as: "archived" },
  },
  {
    ...usual,
    name: "Newsletter Sign-ups",
    path: "/newsletter",
    commission: fixed(1.5),
    basket: 0,
    rate: 0.1,
    maturationDays: 7,
    autoApproves: true,
    beginsOn: 40,
  },
  {
    ...usual,
    name: "Outdoor Gear",
    path: "/outdoor",
    commission: percent(8),
    basket: 142,
    rate: 0.08,
    budget: 6_000,
    beginsOn: 75,
    plan: outdoorPlan,
    products: outdoorProducts,
  },
  {
    ...usual,
    name: "Ambassadors",
    path: "/ambassadors",
    commission: percent(15),
    basket: 71,
    rate: 0.09,
    visibility: "private",
    beginsOn: 110,
    page: "demo-shop-ambassadors",
  },
  {
    ...usual,
    name: "Summer Clearance",
    path: "/clearance",
    commission: percent(12),
    basket: 38,
    rate: 0.085,
    windowDays: 14,
    beginsOn: 180,
    ends: { on: 265, as: "paused" },
  },
  {
    ...usual,
    name: "Demo Shop UK",
    path: "/uk",
    currency: "GBP",
    commission: percent(9),
    basket: 58,
    rate: 0.12,
    beginsOn: 200,
  },
  {
    ...usual,
    name: "Coffee Club",
    path: "/club",
    commission: percent(20),
    basket: 24.9,
    rate: 0.045,
    autoApproves: true,
    beginsOn: 20,
    plan: subscriptionPlan,
    isSubscription: true,
  },
];

export interface PublisherPart {
  readonly name: string;
  readonly host: string;
  /** The number of visitors relative to the other publishers. */
  readonly reach: number;
  readonly joinsOn: number;
  readonly campaigns: readonly string[];
  readonly payTo: { readonly kind: "iban"; readonly iban: string } | { readonly kind: "paypal" } | null;
}

// From banks' documentation: the check digits are valid, but the accounts do not exist.
const ibans = [
  "DE89370400440532013000",
  "AT611904300234573201",
  "NL91ABNA0417164300",
  "FR1420041010050500013M02606",
  "BE68539007547034",
  "ES9121000418450200051332",
  "IT60X0542811101000000123456",
] as const;

type Row = readonly [name: string, reach: number, joinsOn: number, campaigns: string, payTo: "iban" | "paypal" | null];
const rows: readonly Row[] = [
  [
    "Alpine Trails Journal",
    10,
    1,
    "Whole Shop, Launch Offer, Outdoor Gear, Ambassadors, Newsletter Sign-ups, Coffee Club",
    "iban",
  ],
  ["Deal Otter", 9, 2, "Whole Shop, Launch Offer, Summer Clearance", "iban"],
  ["The Cosy Kettle", 7, 3, "Whole Shop, Ambassadors, Newsletter Sign-ups, Coffee Club", "iban"],
  ["Budget Basecamp", 6, 9, "Whole Shop, Outdoor Gear, Summer Clearance", "paypal"],
  ["Paper Lantern Reviews", 5, 14, "Whole Shop, Launch Offer", "iban"],
  ["Slow Sunday Letters", 5, 28, "Whole Shop, Newsletter Sign-ups, Coffee Club", "iban"],
  ["Gearbox Fieldnotes", 5, 52, "Outdoor Gear, Ambassadors", "iban"],
  ["Mossy Pine Camping", 4, 78, "Outdoor Gear, Whole Shop", "paypal"],
  ["Coupon Comet", 4, 96, "Whole Shop, Summer Clearance", null],
  ["Tidy Shelf Studio", 3, 112, "Ambassadors, Whole Shop", "iban"],
  ["Northern Kitchen Table", 3, 131, "Ambassadors", "iban"],
  ["Little Harbour Weekly", 3, 150, "Whole Shop, Newsletter Sign-ups", null],
  ["Bramble & Byte", 3, 188, "Summer Clearance, Demo Shop UK", "paypal"],
  ["Thames Thrift", 4, 203, "Demo Shop UK", "paypal"],
  ["Quiet Weekend Club", 2, 219, "Demo Shop UK, Ambassadors", "iban"],
  ["Pocket Summit", 2, 240, "Outdoor Gear", "iban"],
  ["Honest Haul", 2, 262, "Whole Shop", "paypal"],
  ["Copper Teapot", 1, 300, "Whole Shop, Newsletter Sign-ups", null],
];

export const publishers: readonly PublisherPart[] = rows.map(([name, reach, joinsOn, list, payTo], index) => ({
  name,
  host: `${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.example`,
  reach,
  joinsOn,
  campaigns: list.split(", "),
  payTo: payTo === "iban" ? { kind: "iban", iban: ibans[index % ibans.length] ?? ibans[0] } : payTo && { kind: payTo },
}));

/** Invitations that are still open or were never accepted. Days are counted back from today. */
export const invited = [
  { email: "editor@fern-and-fable.example", campaign: "Whole Shop", daysAgo: 2, outcome: "open" },
  { email: "hello@loft-and-lantern.example", campaign: "Outdoor Gear", daysAgo: 4, outcome: "open" },
  { email: "team@sunny-sprout.example", campaign: "Ambassadors", daysAgo: 6, outcome: "open" },
  { email: "desk@yesterdays-news.example", campaign: "Whole Shop", daysAgo: 58, outcome: "expired" },
  { email: "info@wrong-number.example", campaign: "Demo Shop UK", daysAgo: 33, outcome: "withdrawn" },
] as const;

/** Applicants on the public page of a private campaign: some pending, some decided. */
export const applicants = [
  {
    name: "Rooftop Gardeners",
    daysAgo: 3,
    decision: null,
    audience: "18,000 newsletter readers, mostly in Austria",
    note: "We test tools for balconies and small gardens. Your planters would fit our spring series.",
  },
  {
    name: "Velvet Compass",
    daysAgo: 5,
    decision: null,
    audience: "42,000 followers, slow travel",
    note: "I would like to show your luggage on my trip along the Danube in May.",
  },
  { name: "Spam Parade", daysAgo: 70, decision: "reject", audience: "Everyone", note: "Best traffic, best price!" },
] as const;
