import { expect, it } from "vitest";
import type { Column } from "../src/ui/table/columns.ts";
import { sortedRows } from "../src/ui/table/sorting.tsx";

interface Row {
  readonly name: string;
  readonly clicks: number;
}
const columns: readonly Column<Row>[] = [
  { id: "name", header: "Name", cell: ({ name }) => name, sort: "name", sortValue: ({ name }) => name },
  { id: "clicks", header: "Clicks", cell: () => null, sort: "clicks", sortValue: ({ clicks }) => clicks },
];
const rows: readonly Row[] = [
  { name: "Shop 10", clicks: 9 },
  { name: "shop 2", clicks: 30 },
  { name: "Shop 1", clicks: 100 },
];
const sorted = (by: string | undefined, inPage = true) =>
  sortedRows(rows, columns, { by, onSort: () => {}, inPage })?.map(({ clicks }) => clicks);

it("sorts numbers as numbers and names as people read them, both ways", () => {
  expect(sorted("clicks")).toEqual([9, 30, 100]);
  expect(sorted("-clicks")).toEqual([100, 30, 9]);
  expect(sorted("name")).toEqual([100, 30, 9]);
  expect(sorted("-name")).toEqual([9, 30, 100]);
});

it("leaves rows alone that the API has sorted, and those of an unknown key", () => {
  expect(sorted("-clicks", false)).toEqual([9, 30, 100]);
  expect(sorted("unknown")).toEqual([9, 30, 100]);
  expect(sorted(undefined)).toEqual([9, 30, 100]);
});
