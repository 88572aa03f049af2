import type { CommissionType, CouponNeedsClick, EvidenceOrder, Visibility } from "tributary-sdk/words";
import type { Campaign } from "tributary-sdk";
import {
  ATTRIBUTION_DAYS_MAX,
  BUDGET_MAX,
  COUPON_CLICK_DAYS,
  COUPON_CLICK_DAYS_MAX,
  FIXED_COMMISSION_MAX,
  MATURATION_DAYS_MAX,
  NAME_MAX,
  PERCENTAGE_MAX,
  URL_MAX,
} from "tributary-sdk/limits";
import type { AutoApprove, CreateCampaignBody, UpdateCampaignBody } from "tributary-sdk/pages";
import { currencyCode } from "../../format/currency-code.ts";
import { numberText, percentText } from "../../format/numbers.ts";
import type { RuleDraft } from "../../words/commission.ts";

/** The form's values. Numbers are strings while they are being typed. */
export interface CampaignValues {
  readonly name: string;
  readonly target_url: string;
  readonly commission_type: CommissionType;
  readonly commission_value: number | string;
  /** Only for a fixed commission. */
  readonly scales_on_refund: boolean;
  readonly currency: string;
  readonly limited: boolean;
  readonly max_budget: number | string;
  readonly attribution_window: number | string;
  readonly maturation_days: number | string;
  readonly visibility: Visibility;
  /** What decides if a link and a coupon point to different affiliates. */
  readonly evidence: EvidenceOrder;
  readonly coupon_needs_click: CouponNeedsClick;
  readonly coupon_click_days: number | string;
  /** Read separately: it is not part of the public API's campaign. */
  readonly auto_approve: AutoApprove;
}

export const newCampaign: CampaignValues = {
  name: "",
  target_url: "",
  commission_type: "percentage",
  commission_value: 10,
  scales_on_refund: false,
  currency: "EUR",
  limited: false,
  max_budget: "",
  attribution_window: 30,
  maturation_days: 7,
  visibility: "public",
  evidence: "coupon",
  coupon_needs_click: "off",
  coupon_click_days: COUPON_CLICK_DAYS,
  auto_approve: "never",
};

export const valuesOf = (campaign: Campaign, autoApprove: AutoApprove): CampaignValues => ({
  name: campaign.name,
  target_url: campaign.target_url,
  commission_type: campaign.commission_type,
  commission_value: campaign.commission_value,
  scales_on_refund: campaign.fixed_commission_on_refund === "scale",
  currency: campaign.currency,
  limited: campaign.max_budget !== null,
  max_budget: campaign.max_budget ?? "",
  attribution_window: campaign.attribution_window,
  maturation_days: campaign.maturation_days,
  visibility: campaign.visibility,
  evidence: campaign.evidence ?? "coupon",
  coupon_needs_click: campaign.coupon_needs_click ?? "off",
  coupon_click_days: campaign.coupon_click_days ?? COUPON_CLICK_DAYS,
  auto_approve: autoApprove,
});

export const bodyOf = (values: CampaignValues): CreateCampaignBody => ({
  name: values.name.trim(),
  target_url: values.target_url.trim(),
  type: "CPA",
  commission_type: values.commission_type,
  commission_value: Number(values.commission_value),
  fixed_commission_on_refund: values.scales_on_refund ? "scale" : "keep",
  currency: currencyOf(values),
  max_budget: values.limited ? Number(values.max_budget) : null,
  attribution_window: Number(values.attribution_window),
  maturation_days: Number(values.maturation_days),
  visibility: values.visibility,
  evidence: values.evidence,
  coupon_needs_click: values.coupon_needs_click,
  // Hidden if no click is needed, so what is left in the field does not count.
  coupon_click_days: values.coupon_needs_click === "off" ? COUPON_CLICK_DAYS : Number(values.coupon_click_days),
  auto_approve: values.auto_approve,
});

/** Only changed fields, so that concurrent changes to other fields are kept. */
export function changesOf(before: CampaignValues, after: CampaignValues): UpdateCampaignBody {
  const [was, is] = [bodyOf(before), bodyOf(after)];
  const changed = Object.entries(is).filter(([name, value]) => was[name as keyof CreateCampaignBody] !== value);
  const body: UpdateCampaignBody = Object.fromEntries(changed);
  // Someone else may have changed the type meanwhile, and 20% must not be saved as €20.
  const changesCommission = body.commission_type !== undefined || body.commission_value !== undefined;
  const { commission_type, commission_value } = is;
  return changesCommission ? { ...body, commission_type, commission_value } : body;
}

/** Fields that make sense only together. */
export const fieldGroups = [
  ["commission_type", "commission_value"],
  ["limited", "max_budget"],
] as const;

export const currencyOf = (values: CampaignValues): string => currencyCode(values.currency) ?? "EUR";

export function ruleOf(values: CampaignValues): RuleDraft | undefined {
  const { commission_type: type, commission_value: value, maturation_days: days } = values;
  if (value === "" || days === "") return undefined;
  return { type, value: Number(value), currency: currencyOf(values), maturationDays: Number(days) };
}

export const validation = {
  name: (value: string) =>
    value.trim() === "" || value.trim().length > NAME_MAX ? `Enter a name of up to ${NAME_MAX} characters.` : null,
  target_url: (value: string) => {
    if (value.trim().length > URL_MAX) return `Enter a URL of up to ${numberText(URL_MAX)} characters.`;
    return isWebUrl(value.trim()) ? null : "Enter a full URL, such as https://shop.example/spring.";
  },
  commission_value: (value: number | string, { commission_type: type }: CampaignValues) => {
    if (value === "") return "Enter what a conversion pays. 0 is allowed.";
    return type === "percentage"
      ? tooMuch(value, PERCENTAGE_MAX, percentText)
      : tooMuch(value, FIXED_COMMISSION_MAX, numberText);
  },
  currency: (value: string) => (currencyCode(value) ? null : "Enter a three-letter code, such as EUR."),
  max_budget: (value: number | string, { limited }: CampaignValues) => {
    if (!limited) return null;
    return value === "" ? "Enter the budget." : tooMuch(value, BUDGET_MAX, numberText);
  },
  attribution_window: (value: number | string) =>
    isDays(value, 1, ATTRIBUTION_DAYS_MAX) ? null : `Enter whole days from 1 to ${ATTRIBUTION_DAYS_MAX}.`,
  maturation_days: (value: number | string) =>
    isDays(value, 0, MATURATION_DAYS_MAX) ? null : `Enter whole days from 0 to ${MATURATION_DAYS_MAX}.`,
  coupon_click_days: (value: number | string, { coupon_needs_click: needs }: CampaignValues) =>
    needs === "off" || isDays(value, 1, COUPON_CLICK_DAYS_MAX)
      ? null
      : `Enter whole days from 1 to ${COUPON_CLICK_DAYS_MAX}.`,
};

const tooMuch = (value: number | string, max: number, textOf: (max: number) => string): string | null =>
  Number(value) > max ? `Enter ${textOf(max)} or less.` : null;

const isDays = (value: number | string, min: number, max: number): boolean =>
  value !== "" && Number.isInteger(Number(value)) && Number(value) >= min && Number(value) <= max;

function isWebUrl(text: string): boolean {
  return URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);
}
