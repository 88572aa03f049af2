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
  readonly decide: (row: ConversionRow, verdict: Verdict) => void;
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
  const stateOf = (row: ConversionRow | undefined) => row && { id: row.id, isOpen: isOpen(row) };
  // Keys apply to the conversion that the last key moved to, even if the page does not show it yet.
  const target = useRef(stateOf(current));
  const shown = useRef(current?.id);
  const targetRow = (): ConversionRow | undefined => rows.find((row) => row.id === target.current?.id) ?? current;

  const show = (row: ConversionRow | undefined, { push = false } = {}): void => {
    target.current = stateOf(row);
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
    const from = targetRow();
    const next = rows[(from ? rows.indexOf(from) : -1) + by];
    if (next) go(next);
  };
  const decide = (row: ConversionRow | undefined, verdict: Verdict): void => {
    const action = row && isOpen(row) && actionsOf(row).find(({ kind }) => kind === verdict);
    if (action) void action.run();
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
      { keys: ["A"], label: "Approve conversion", run: () => decide(targetRow(), "approve") },
      { keys: ["R"], label: "Reject conversion", run: () => decide(targetRow(), "reject") },
      { keys: ["X"], label: "Select conversion", run: () => toggle(targetRow()) },
      { keys: ["U"], label: "Undo the last decision", run: undo },
    ],
  });

  // A decision on this conversion, by key, button or dialog, shows the next one that is open.
  useEffect(() => {
    if (shown.current !== current?.id) target.current = stateOf(current);
    shown.current = current?.id;
    const row = targetRow();
    const isDecided = row !== undefined && !isOpen(row) && target.current?.isOpen === true;
    target.current = stateOf(row);
    if (!isDecided) return;
    const after = rows.slice(rows.indexOf(row) + 1);
    go(after.find(isOpen) ?? (narrow ? undefined : rows.find(isOpen)));
  });
  return { current, show, decide, undo, toggle };
}
