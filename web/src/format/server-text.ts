import { currencyCode } from "./currency-code.ts";
import { calendarDay, minuteOf } from "./dates.ts";
import { moneyText } from "./numbers.ts";

const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const DAY = /\b\d{4}-\d\d-\d\d\b/g;
const AMOUNT = /\b(\d+(?:\.\d+)?) ([A-Z]{3})\b/g;
const PERCENT = /(\d) %/g;

/** The API writes `2026-03-01`, `1.50 EUR` and `9 %` in its sentences. People read them in the form of their locale. */
export const localized = (sentence: string): string =>
  sentence
    .replaceAll(TIME, minuteOf)
    .replaceAll(DAY, calendarDay)
    .replaceAll(AMOUNT, (text, amount: string, code: string) =>
      currencyCode(code) === undefined ? text : moneyText(Number(amount), code),
    )
    .replaceAll(PERCENT, "$1%");
