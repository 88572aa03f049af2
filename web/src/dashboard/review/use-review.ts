import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
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
  readonly decide: (verdict: Verdict) => void;
  readonly undo: () => void;
  readonly toggle: (row: ConversionRow) => void;
}

/** The conversion under review, in the URL, and what the keys and buttons do with it. */
export function useReview({ rows, narrow, selected, onSelect }: ReviewState): Review {
  const { id: accountId } = useAccount();
  const { id } = useSearch({ from: "/dashboard/$accountId/conversions/review" });
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const held = useHeldDecisions();
  const decisions = useDecisions();
  const actionsOf = useConversionActions();
  const isOpen = (row: ConversionRow): boolean => !decisions.has(row.id);
  const current = rows.find((row) => row.id === id) ?? (narrow ? undefined : rows.find(isOpen));

  const show = (row: ConversionRow | undefined, { push = false } = {}): void => {
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
    const next = rows[(current ? rows.indexOf(current) : -1) + by];
    if (next) go(next);
  };
  const decide = (verdict: Verdict): void => {
    const action = current && isOpen(current) && actionsOf(current).find(({ kind }) => kind === verdict);
    if (action) void action.run();
  };
  const undo = (): void => {
    const undone = held?.undoLast();
    if (undone) go(undone.row);
  };
  const toggle = (row: ConversionRow): void => {
    const next = new Set(selected);
    if (!next.delete(row.id)) next.add(row.id);
    onSelect(next);
  };
  useShortcuts({
    title: "Review queue",
    shortcuts: [
      { keys: ["J"], label: "Next conversion", run: () => step(1) },
      { keys: ["K"], label: "Previous conversion", run: () => step(-1) },
      { keys: ["A"], label: "Approve conversion", run: () => decide("approve") },
      { keys: ["R"], label: "Reject conversion", run: () => decide("reject") },
      { keys: ["X"], label: "Select conversion", run: () => current && toggle(current) },
      { keys: ["U"], label: "Undo the last decision", run: undo },
    ],
  });

  // A decision on the current conversion, by key, button or dialog, shows the next one that is open.
  const before = useRef<{ id: string; isOpen: boolean }>(undefined);
  const now = current && { id: current.id, isOpen: isOpen(current) };
  useEffect(() => {
    const isDecided = now !== undefined && !now.isOpen && before.current?.id === now.id && before.current.isOpen;
    before.current = now;
    if (!isDecided || !current) return;
    const after = rows.slice(rows.indexOf(current) + 1);
    go(after.find(isOpen) ?? (narrow ? undefined : rows.find(isOpen)));
  });
  return { current, show, decide, undo, toggle };
}
