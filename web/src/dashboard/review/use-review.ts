import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { ConversionRow } from "tributary-sdk/pages";
import { conversionQuery } from "../../api/conversions.ts";
import { useShortcuts } from "../keyboard/shortcuts.ts";
import { useAccount } from "../shared/account.ts";
import { useConversionActions } from "../conversions/conversion-actions.tsx";
import { useDecisions, useHeldDecisions } from "../conversions/decisions.tsx";
import type { Verdict } from "../conversions/held-decisions.ts";
import { focusRow } from "./focus-row.ts";

interface ReviewState {
  readonly rows: readonly ConversionRow[];
  /** Shows either the list or one conversion. */
  readonly narrow: boolean;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}

interface Review {
  readonly current: ConversionRow | undefined;
  readonly show: (row: ConversionRow | undefined, how?: { push?: boolean }) => void;
  readonly decide: (row: ConversionRow, verdict: Verdict) => void;
  readonly undo: () => void;
  readonly toggle: (row: ConversionRow) => void;
}

/** The conversion under review, in the URL, and what the keys and buttons do with it. */
export function useReview({ rows, narrow, selected, onSelect }: ReviewState): Review {
  const { id: accountId } = useAccount();
  const { id } = useSearch({ from: "/dashboard/$accountId/conversions/review" });
  const navigate = useNavigate();
  const router = useRouter();
  const queryClient = useQueryClient();
  const held = useHeldDecisions();
  const decisions = useDecisions();
  const actionsOf = useConversionActions();
  const isOpen = (row: ConversionRow): boolean => !decisions.has(row.id);
  const rowAt = (wanted: string | undefined): ConversionRow | undefined =>
    rows.find((row) => row.id === wanted) ?? (narrow ? undefined : rows.find(isOpen));
  const current = rowAt(id);
  // Keys act on the conversion in the newest URL, which the page follows a moment later.
  const target = (): ConversionRow | undefined => {
    const { pathname, search } = router.latestLocation;
    if (!pathname.endsWith("/conversions/review")) return undefined;
    return rowAt("id" in search && typeof search.id === "string" ? search.id : undefined);
  };

  // After a decision, the page moves on by itself. No key decides on the next conversion before it is shown.
  const movedOnTo = useRef<string>(undefined);

  const show = (row: ConversionRow | undefined, { push = false } = {}): void => {
    movedOnTo.current = undefined;
    const search = row ? { id: row.id } : {};
    void navigate({
      to: "/dashboard/$accountId/conversions/review",
      params: { accountId },
      search,
      replace: !push,
      resetScroll: push,
    });
    const next = row && rows[rows.indexOf(row) + 1];
    if (next) void queryClient.prefetchQuery(conversionQuery(accountId, next.id));
  };
  const go = (row: ConversionRow | undefined): void => {
    show(row);
    if (row && !narrow) focusRow(row.id);
  };
  const step = (by: 1 | -1): void => {
    const from = target();
    const next = rows[(from ? rows.indexOf(from) : -1) + by];
    if (next) go(next);
  };
  const decide = (row: ConversionRow | undefined, verdict: Verdict): void => {
    const action = row && isOpen(row) && actionsOf(row).find(({ kind }) => kind === verdict);
    if (action) void action.run();
  };
  const decideByKey = (verdict: Verdict): void => {
    const row = target();
    if (row?.id === current?.id || row?.id !== movedOnTo.current) decide(row, verdict);
  };
  const undo = (): void => {
    const undone = held?.undoLast();
    if (undone) go(undone.row);
  };
  const toggle = (row: ConversionRow | undefined): void => {
    if (!row) return;
    const next = new Set(selected);
    if (!next.delete(row.id)) next.add(row.id);
    onSelect(next);
  };
  useShortcuts({
    title: "Review queue",
    shortcuts: [
      { keys: ["J"], label: "Next conversion", run: () => step(1) },
      { keys: ["K"], label: "Previous conversion", run: () => step(-1) },
      { keys: ["A"], label: "Approve conversion", run: () => decideByKey("approve") },
      { keys: ["R"], label: "Reject conversion", run: () => decideByKey("reject") },
      { keys: ["X"], label: "Select conversion", run: () => toggle(target()) },
      { keys: ["U"], label: "Undo the last decision", run: undo },
    ],
  });

  // A decision by key, button or dialog shows the next conversion that is open.
  const before = useRef(decisions);
  useEffect(() => {
    const row = target();
    const isDecided = row !== undefined && !isOpen(row) && !before.current.has(row.id);
    before.current = decisions;
    if (!isDecided) return;
    const after = rows.slice(rows.indexOf(row) + 1);
    const next = after.find(isOpen) ?? (narrow ? undefined : rows.find(isOpen));
    go(next);
    movedOnTo.current = next?.id;
  });
  return { current, show, decide, undo, toggle };
}
