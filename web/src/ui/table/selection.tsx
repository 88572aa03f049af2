import { Checkbox } from "@mantine/core";
import type { ChangeEvent, ReactNode } from "react";

interface Range {
  readonly order: readonly string[];
  readonly last: string | undefined;
  readonly onLast: (id: string) => void;
}

interface Chosen<Row> {
  readonly ids: ReadonlySet<string>;
  readonly onChange: (ids: ReadonlySet<string>) => void;
  readonly nameOf: (row: Row) => string;
  /** Cannot be selected. */
  readonly isLocked?: (id: string) => boolean;
  /** The rows on screen in their order, and the one last ticked: Shift and a click select all in between. */
  readonly range?: Range;
}

/** The checkboxes of a table. The page passes them in, so that tables without a selection load no checkbox code. */
export interface Selection<Row> {
  readonly all: (here: readonly string[]) => ReactNode;
  readonly one: (row: Row, id: string) => ReactNode;
}

export function selectionOf<Row>({ isLocked = () => false, ...rest }: Chosen<Row>): Selection<Row> {
  const select = (ids: ReadonlySet<string>): void => rest.onChange(new Set([...ids].filter((id) => !isLocked(id))));
  const chosen = { ...rest, isLocked, onChange: select };
  return {
    all: (here) => <SelectAll here={here.filter((id) => !isLocked(id))} selection={chosen} />,
    one: (row, id) => <SelectOne row={row} id={id} selection={chosen} />,
  };
}

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
      disabled={here.length === 0}
      checked={all}
      indeterminate={chosen > 0 && !all}
      onChange={toggle}
    />
  );
}

function SelectOne<Row>({ row, id, selection }: { row: Row; id: string; selection: Chosen<Row> }): ReactNode {
  const toggle = (event: ChangeEvent<HTMLInputElement>): void => {
    const next = new Set(selection.ids);
    const { checked } = event.currentTarget;
    const isRange = (event.nativeEvent as MouseEvent).shiftKey;
    for (const each of isRange ? rangeTo(id, selection.range) : [id]) {
      if (checked) next.add(each);
      else next.delete(each);
    }
    selection.range?.onLast(id);
    selection.onChange(next);
  };
  return (
    <Checkbox
      className="above"
      size="xs"
      aria-label={`Select ${selection.nameOf(row)}`}
      disabled={selection.isLocked?.(id) === true}
      checked={selection.ids.has(id)}
      onChange={toggle}
    />
  );
}

function rangeTo(id: string, range: Range | undefined): readonly string[] {
  const from = range?.order.indexOf(range.last ?? id) ?? -1;
  const to = range?.order.indexOf(id) ?? -1;
  if (!range || from === -1 || to === -1) return [id];
  return range.order.slice(Math.min(from, to), Math.max(from, to) + 1);
}
