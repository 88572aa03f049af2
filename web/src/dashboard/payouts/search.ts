import { balanceStates, payoutStatuses } from "tributary-sdk/words";
import type { BalancesQuery, ClawBacksQuery, PayoutsQuery } from "tributary-sdk/pages";
import { endOfDay, startOfDay } from "../../format/dates.ts";
import { given } from "../../format/given.ts";
import { choiceOf, isDate, offsetOf, textsOf, type RawSearch } from "../../format/search-params.ts";

export const payoutTabs = ["balances", "payouts", "batches", "claw-backs"] as const;

/** As in the address: days in the reader's time zone, both included. */
export interface PayoutsSearch
  extends
    Pick<PayoutsQuery, "status" | "affiliate_id" | "currency" | "offset">,
    Pick<BalancesQuery, "state" | "search">,
    Pick<ClawBacksQuery, "open"> {
  tab?: (typeof payoutTabs)[number];
  from?: string;
  to?: string;
}

export function payoutsSearch(raw: RawSearch): PayoutsSearch {
  const tab = choiceOf(raw["tab"], payoutTabs);
  const status = choiceOf(raw["status"], payoutStatuses);
  const state = choiceOf(raw["state"], balanceStates);
  const open = choiceOf(raw["open"], ["true", "false"]);
  const [from, to] = [raw["from"], raw["to"]];
  return {
    ...textsOf(raw, ["affiliate_id", "search"]),
    ...currencyOf(raw),
    ...(tab ? { tab } : {}),
    ...(status ? { status } : {}),
    ...(state ? { state } : {}),
    ...(open ? { open } : {}),
    ...(isDate(from) ? { from } : {}),
    ...(isDate(to) ? { to } : {}),
    ...offsetOf(raw),
  };
}

export interface NewBatchSearch {
  currency?: string;
  minimum?: number;
  offset?: number;
}

export function newBatchSearch(raw: RawSearch): NewBatchSearch {
  const minimum = Number(raw["minimum"]);
  return {
    ...currencyOf(raw),
    ...(Number.isFinite(minimum) && minimum > 0 ? { minimum } : {}),
    ...offsetOf(raw),
  };
}

export type PayoutFilter = Pick<PayoutsSearch, "status" | "affiliate_id" | "currency" | "from" | "to" | "offset">;

export const payoutFilterOf = ({ status, affiliate_id, currency, from, to, offset }: PayoutFilter): PayoutFilter =>
  given({ status, affiliate_id, currency, from, to, offset });

/** As the service asks for it: moments, the end not included. */
export function payoutsQueryOf({ from, to, ...more }: PayoutFilter): PayoutsQuery {
  return {
    ...more,
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(to === undefined ? {} : { to: endOfDay(to) }),
  };
}

function currencyOf(raw: RawSearch): { currency?: string } {
  const code = typeof raw["currency"] === "string" ? raw["currency"].toUpperCase() : "";
  return /^[A-Z]{3}$/.test(code) ? { currency: code } : {};
}
