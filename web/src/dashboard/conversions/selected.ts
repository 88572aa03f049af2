import { useState } from "react";
import type { ConversionRow } from "tributary-sdk/pages";

type Selected = ReadonlyMap<string, ConversionRow>;

const none: Selected = new Map();

/** The selected rows of a list, by ID. A change of filter clears the selection. */
export function useSelected(list: string): [selected: Selected, select: (rows: readonly ConversionRow[]) => void] {
  const [state, setState] = useState({ list, selected: none });
  if (state.list !== list) setState({ list, selected: none });
  const select = (rows: readonly ConversionRow[]): void => {
    const selected = new Map(rows.map((row) => [row.id, row]));
    setState((now) => (now.list === list ? { list, selected } : now));
  };
  return [state.selected, select];
}
