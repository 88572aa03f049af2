import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";

interface Chosen<Row> {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  readonly nameOf: (row: Row) => string;
}

/** The checkboxes of a table. The page passes them in, so that tables without a selection load no checkbox code. */
export interface Selection<Row> {
  readonly all: (here: readonly string[]) => ReactNode;
  readonly one: (row: Row, id: string) => ReactNode;
}

export const selectionOf = <Row,>(chosen: Chosen<Row>): Selection<Row> => ({
  all: (here) => <SelectAll here={here} selection={chosen} />,
  one: (row, id) => <SelectOne row={row} id={id} selection={chosen} />,
});

function SelectAll<Row>({ here, selection }: { here: readonly string[]; selection: Chosen<Row> }): ReactNode {
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

function SelectOne<Row>({ row, id, selection }: { row: Row; id: string; selection: Chosen<Row> }): ReactNode {
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
