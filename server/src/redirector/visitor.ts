import { SUB_MAX } from "tributary-sdk/limits";
import { clickTimeMs } from "../domain/click.ts";
import { parseId, type ClickId } from "../domain/ids.ts";
import { CLICK_PARAMETER } from "./landing.ts";

/** How long following the same link again counts as the same visit. */
export const SAME_VISIT_MS = 3_600_000;
const COOKIES_MAX = 4;

/** A browser that loads a page in advance. If the person opens it, the browser sends another request. */
export function isPrefetch(purpose: string | undefined): boolean {
  return purpose !== undefined && /prefetch|prerender|preview/i.test(purpose);
}

/**
 * The click IDs that a visitor sends and that may be recent enough to keep. The database decides whether they are real.
 */
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

/** The label that an affiliate adds to a link, as text that the database can store. */
export function subOf(given: string | null): string | null {
  if (given === null || given === "") return null;
  const clean = given
    .slice(0, 2 * SUB_MAX + 2)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "");
  return Array.from(clean).slice(0, SUB_MAX).join("") || null;
}
