import { SUB_MAX } from "tributary-sdk/limits";
import { clickTimeMs } from "../domain/click.ts";
import { parseId, type ClickId } from "../domain/ids.ts";
import { CLICK_PARAMETER } from "./landing.ts";

/** How long a visitor who follows the same link again is still the same visit. */
export const SAME_VISIT_MS = 3_600_000;
const COOKIES_MAX = 4;

/** A browser that loads a page in case somebody goes there. If they do, it asks again. */
export function isPrefetch(purpose: string | undefined): boolean {
  return purpose !== undefined && /prefetch|prerender|preview/i.test(purpose);
}

/** The click ids that a visitor presents and that may be young enough to keep; whether they are real is for the database to say. */
export function recentClickIds(cookies: string | undefined, nowMs: number): ClickId[] {
  if (cookies === undefined || !cookies.includes(CLICK_PARAMETER)) return [];
  const ids: ClickId[] = [];
  for (const pair of cookies.split(";", 100)) {
    const [name, value = ""] = pair.trim().split("=", 2);
    const id = name === CLICK_PARAMETER ? parseId("click", value) : undefined;
    if (!id || ids.length >= COOKIES_MAX) continue;
    const age = nowMs - clickTimeMs(id);
    if (age >= 0 && age < SAME_VISIT_MS) ids.push(id);
  }
  return ids;
}

/** What the affiliate wrote into the link to tell their own placements apart, as text that the database can hold. */
export function subOf(given: string | null): string | null {
  if (given === null || given === "") return null;
  const clean = given
    .slice(0, 2 * SUB_MAX + 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "");
  return Array.from(clean).slice(0, SUB_MAX).join("") || null;
}
