import { Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { PastedCouponLine } from "tributary-sdk/pages";
import { numberText } from "../../format/numbers.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";

const PAGE = 100;

interface PastedLinesProps {
  readonly lines: readonly PastedCouponLine[];
  readonly done: boolean;
}

/** What happens to each line. Lines with a problem come first. */
export function PastedLines({ lines, done }: PastedLinesProps): ReactNode {
  const [offset, setOffset] = useState(0);
  const sorted = lines.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line);
  return (
    <>
      <DataTable
        label="Result of each line"
        columns={columnsOf(done)}
        brief={briefOf(done)}
        rows={sorted.slice(offset, offset + PAGE)}
        rowId={({ line }) => String(line)}
        empty={<Text size="sm">The list has no lines.</Text>}
      />
      {lines.length > PAGE && <TableFoot span={{ limit: PAGE, offset, total: lines.length }} onOffset={setOffset} />}
    </>
  );
}

const order = ["failed", "created", "unchanged"];
const rank = ({ outcome }: PastedCouponLine): number => order.indexOf(outcome);

const columnsOf = (done: boolean): readonly Column<PastedCouponLine>[] => [
  { id: "line", header: "Line", cell: ({ line }) => <span className="number">{numberText(line)}</span> },
  { id: "code", header: "Code", cell: (row) => <Pasted text={row.code} /> },
  { id: "email", header: "Email", cell: (row) => <Pasted text={row.email} /> },
  {
    id: "result",
    header: "Result",
    cell: (row) => (
      <>
        <Outcome row={row} done={done} />
        {row.error && (
          <Text size="sm" className="breakable" mt={2}>
            {row.error.text}
          </Text>
        )}
      </>
    ),
  },
];

const briefOf =
  (done: boolean) =>
  (row: PastedCouponLine): Brief => ({
    title: <Pasted text={row.code} />,
    amount: (
      <Text span size="xs" c="dimmed">
        Line {numberText(row.line)}
      </Text>
    ),
    note: <Pasted text={row.email} />,
    badge: <Outcome row={row} done={done} />,
    more: row.error ? <Text size="sm">{row.error.text}</Text> : undefined,
  });

const Pasted = ({ text }: { text: string }): ReactNode => <span className="breakable">{text === "" ? "–" : text}</span>;

function Outcome({ row: { outcome }, done }: { row: PastedCouponLine; done: boolean }): ReactNode {
  if (outcome === "failed") return <StatusBadge tone="bad">{done ? "Skipped" : "Problem"}</StatusBadge>;
  if (outcome === "unchanged") return <StatusBadge tone="quiet">Already there</StatusBadge>;
  return <StatusBadge tone="good">{done ? "Created" : "Will be created"}</StatusBadge>;
}
