import { useEffect, useState } from "react";
import type { ConversionRow } from "tributary-sdk/pages";
import { useDecisions, useHeldDecisions } from "./decisions.tsx";

type Rows = readonly ConversionRow[];

interface Shown {
  readonly list: string;
  readonly rows: Rows;
}

interface Fresh {
  /** Identifies the list: another filter or page is another list. */
  readonly list: string;
  readonly rows: Rows | undefined;
  /** The rows still belong to the previous list. */
  readonly isPlaceholder: boolean;
  /** New rows go below the others instead of where they belong. */
  readonly growsBelow?: boolean;
}

/** Keeps decided rows in place while their list is on screen, so that no other row moves under the pointer. */
export function useSteadyRows({ list, rows, isPlaceholder, growsBelow = false }: Fresh): Rows | undefined {
  const decisions = useDecisions();
  const held = useHeldDecisions();
  const [shown, setShown] = useState<Shown>();
  const shownList = shown?.list;
  useEffect(() => held?.forgetDone(), [held, shownList]);
  if (rows === undefined || isPlaceholder) return rows;
  if (shownList !== list) {
    setShown({ list, rows });
    return rows;
  }
  const keep = growsBelow ? keepOrder : keepDecided;
  const kept = keep(shown?.rows ?? rows, rows, (id) => decisions.has(id));
  if (!isSame(kept, shown?.rows ?? [])) setShown({ list, rows: kept });
  return kept;
}

/** The fresh rows, and in between them the decided ones that were shown before and have left the list. */
export function keepDecided<Row extends { readonly id: string }>(
  shown: readonly Row[],
  fresh: readonly Row[],
  isDecided: (id: string) => boolean,
): Row[] {
  const kept = [...fresh];
  let last = -1;
  for (const row of shown) {
    const at = kept.findIndex(({ id }) => id === row.id);
    if (at !== -1) last = at;
    else if (isDecided(row.id)) kept.splice((last += 1), 0, row);
  }
  return kept;
}

/** The rows shown before in their order, unless somebody else decided them, then the new ones. */
export function keepOrder<Row extends { readonly id: string }>(
  shown: readonly Row[],
  fresh: readonly Row[],
  isDecided: (id: string) => boolean,
): Row[] {
  const byId = new Map(fresh.map((row) => [row.id, row]));
  const before = shown.flatMap((row) => byId.get(row.id) ?? (isDecided(row.id) ? row : []));
  const known = new Set(shown.map(({ id }) => id));
  return [...before, ...fresh.filter(({ id }) => !known.has(id))];
}

const isSame = (one: Rows, other: Rows): boolean =>
  one.length === other.length && one.every((row, index) => row === other[index]);
