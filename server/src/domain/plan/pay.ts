import type { PlanBase, PlanPay } from "tributary-sdk/plan";
import { FIXED_COMMISSION_MAX, PERCENTAGE_DECIMALS_MAX, PERCENTAGE_MAX } from "tributary-sdk/limits";
import { commissionTypes } from "tributary-sdk/words";
import { commissionValueOf, type CommissionRule } from "../values/commission.ts";
import type { Currency } from "../values/currency.ts";
import { moneyOf, scaled } from "../values/money.ts";
import { amount, fieldsOf, must, oneOf, percentage, required, type Field } from "./fields.ts";
import type { Pay } from "./plan.ts";

export function parseBase(field: Field, currency: Currency): CommissionRule {
  const read = fieldsOf(field, ["type", "value"]);
  const type = oneOf(required(read("type"), `${field.path}.type`), commissionTypes);
  const value = required(read("value"), `${field.path}.value`);
  if (type === "fixed") return { type, fixed: moneyOf(amount(value, FIXED_COMMISSION_MAX), currency) };
  const percent = percentage(value, { max: PERCENTAGE_MAX, decimals: PERCENTAGE_DECIMALS_MAX });
  return { type, partsPerMillion: scaled(percent, PERCENTAGE_DECIMALS_MAX) };
}

export function parsePay(field: Field, currency: Currency): Pay {
  const read = fieldsOf(field, ["type", "value"]);
  const type = oneOf(required(read("type"), `${field.path}.type`), [...commissionTypes, "none"]);
  if (type !== "none") return parseBase(field, currency);
  const value = read("value");
  return value ? must(value, "be left out when type is none") : { type };
}

export const baseJson = (rule: CommissionRule): PlanBase => ({ type: rule.type, value: commissionValueOf(rule) });

export const payJson = (pay: Pay): PlanPay => (pay.type === "none" ? { type: "none" } : baseJson(pay));
