import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";

export interface Selection<Row> {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  readonly nameOf: (row: Row) => string;
}

export function SelectAll<Row>(props: {
  rows: readonly Row[];
  rowId: (row: Row) => string;
  selection: Selection<Row>;
}): ReactNode {
  const { rows, rowId, selection } = props;
  const here = rows.map(rowId);
  const chosen = here.filter((id) => selection.ids.has(id)).length;
  const all = chosen > 0 && chosen === here.length;
  const toggle = (): void => {
    const next = new Set(selection.ids);
    for (const id of here) {
      if (all) next.delete(id);
      else next.add(id);
    }
    selection.onChange(next);
  };
  return (
    <Checkbox
      size="xs"
      aria-label="Select all on this page"
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={toggle}
    />
  );
}

export function SelectOne<Row>({ row, id, selection }: { row: Row; id: string; selection: Selection<Row> }): ReactNode {
  const toggle = (): void => {
    const next = new Set(selection.ids);
    if (!next.delete(id)) next.add(id);
    selection.onChange(next);
  };
  return (
    <Checkbox
      className="above"
      size="xs"
      aria-label={`Select ${selection.nameOf(row)}`}
      checked={selection.ids.has(id)}
      onChange={toggle}
    />
  );
}
