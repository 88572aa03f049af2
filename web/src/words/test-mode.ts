import type { AdvancedClockResponse, DueWork } from "tributary-sdk/pages";
import { numberText } from "../format/numbers.ts";
import { listText } from "../format/list-text.ts";

const works: Readonly<Record<DueWork, string>> = {
  approvals: "automatic approvals",
  batches: "a scheduled payout batch",
  bonuses: "monthly bonuses",
  retries: "webhook retries",
};

/** What is due next. */
export const workText = (work: readonly DueWork[]): string => listText(work.map((each) => works[each]));

const happenings: Readonly<Record<string, readonly [one: string, many: string]>> = {
  "conversion.created": ["conversion created", "conversions created"],
  "conversion.approved": ["conversion approved", "conversions approved"],
  "conversion.rejected": ["conversion rejected", "conversions rejected"],
  "conversion.adjusted": ["conversion adjusted", "conversions adjusted"],
  "affiliate.joined": ["affiliate joined", "affiliates joined"],
  "affiliate.approved": ["affiliate approved", "affiliates approved"],
  "payout.created": ["payout created", "payouts created"],
};

/** What happened while the clock moved. */
export function happenedText({ steps, events }: AdvancedClockResponse["clock"]): string {
  if (steps === 0 && events.length === 0) return "Nothing was due on the way.";
  if (events.length === 0) return "What was due on the way has run.";
  const parts = events.map(({ type, count }) => {
    const [one, many] = happenings[type] ?? [type, type];
    return `${numberText(count)} ${count === 1 ? one : many}`;
  });
  return `${listText(parts)}.`;
}
