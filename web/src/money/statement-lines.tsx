import { Button, Table, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useId, type ReactNode } from "react";
import type { StatementLine, StatementResponse } from "tributary-sdk/pages";
import { calendarDay } from "../format/dates.ts";
import { countText, majorOf, moneyText, numberText } from "../format/numbers.ts";
import { AnchorLink } from "../ui/link.tsx";
import { moneyColumn } from "../ui/table/column-kinds.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { groupWords, lineWords } from "../words/statements.ts";
import { effectOf, groupsOf, openAfter, referenceText, type LineGroup } from "./statement-groups.ts";
import type { StatementLinks } from "./statement-sheet.tsx";
import classes from "./statement-sheet.module.css";

interface LinesProps {
  readonly answer: StatementResponse;
  readonly links: StatementLinks;
}

/** What is new, approved, reversed and paid, each with its total. */
export function Groups({ answer, links }: LinesProps): ReactNode {
  const groups = groupsOf(answer.statement).filter(({ lines }) => lines.length > 0);
  if (groups.length === 0) return <Text size="sm">No lines in this month.</Text>;
  return groups.map((group) => <Group key={group.name} group={group} answer={answer} links={links} />);
}

function Group({ group, answer, links }: LinesProps & { group: LineGroup }): ReactNode {
  const id = useId();
  const { currency } = answer.statement;
  const { title, note } = groupWords[group.name];
  return (
    <section className={classes["group"]}>
      <div className={classes["head"]}>
        <Title order={2} size="h3" id={id}>
          {title}
        </Title>
        {note !== undefined && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </div>
      <Table aria-labelledby={id} className={classes["lines"]}>
        <Table.Tbody>
          {group.lines.map((line) => (
            <Table.Tr key={line.id}>
              <Table.Td className={classes["day"]}>{calendarDay(line.at.slice(0, 10))}</Table.Td>
              <Table.Td className={classes["reference"]}>
                <Reference line={line} answer={answer} links={links} />
                {line.kind !== usual[group.name] && (
                  <Text size="xs" c="dimmed">
                    {lineWords[line.kind]}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right" className="number">
                {signedText(line.signed, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr className={classes["total"]}>
            <Table.Th colSpan={2} scope="row">
              {countText(group.lines.length, "line")}
            </Table.Th>
            <Table.Td ta="right" className="number">
              {signedText(group.total, currency)}
            </Table.Td>
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </section>
  );
}

/** The heading already says this. */
const usual: Readonly<Record<LineGroup["name"], StatementLine["kind"]>> = {
  new: "earned",
  approved: "approved",
  reversed: "rejected",
  paid: "payout_paid",
};

export const signedText = (amount: number, currency: string): string =>
  amount > 0 ? `+${moneyText(amount, currency)}` : moneyText(amount, currency);

interface LedgerLine extends StatementLine {
  readonly effect: number;
  readonly open: number;
}

/** Every line in the order of the signed file, for those who check it. */
export function Ledger({ answer, links }: LinesProps): ReactNode {
  const [shown, { toggle }] = useDisclosure(false);
  const { statement } = answer;
  const { currency, lines } = statement;
  if (lines.length === 0) return null;
  const open = openAfter(statement);
  const rows = lines.map((line, index) => ({
    ...line,
    effect: majorOf(effectOf(line, currency), currency),
    open: open[index] ?? 0,
  }));
  return (
    <section>
      <Button variant="default" size="xs" onClick={toggle} aria-expanded={shown} className="screen-only" mb="sm">
        {shown ? "Hide full ledger" : `Show full ledger, ${countText(lines.length, "line")}`}
      </Button>
      {shown && (
        <DataTable
          label="Full ledger"
          columns={columnsOf({ answer, links })}
          rows={rows}
          rowId={({ id }) => id}
          empty="No lines in this month."
        />
      )}
    </section>
  );
}

function columnsOf({ answer, links }: LinesProps): readonly Column<LedgerLine>[] {
  const { currency } = answer.statement;
  return [
    {
      id: "what",
      header: "Description",
      cell: (line) => (
        <>
          <span className="number">{numberText(line.number)}.</span> {lineWords[line.kind]}
        </>
      ),
    },
    {
      id: "day",
      header: "Date (UTC)",
      cell: ({ at }) => <span className="number">{calendarDay(at.slice(0, 10))}</span>,
    },
    {
      id: "reference",
      header: "Reference",
      cell: (line) => <Reference line={line} answer={answer} links={links} />,
    },
    moneyColumn("moved", "Moved", ({ amount }) => [Number(amount), currency]),
    {
      id: "effect",
      header: "Amount",
      align: "right",
      cell: ({ effect }) => <span className="number">{effect === 0 ? "–" : signedText(effect, currency)}</span>,
    },
    moneyColumn("open", "Balance", ({ open }) => [open, currency]),
  ];
}

function Reference({ line, answer, links }: LinesProps & { line: StatementLine }): ReactNode {
  const { payout_id: payout, claw_back_id: clawBack, conversion_id: conversion } = line;
  const text = referenceText(line, answer.references[payout ?? clawBack ?? conversion ?? ""]);
  const link = payout !== null ? links.payout(payout) : conversion !== null ? links.conversion(conversion) : undefined;
  if (!link) return text;
  return (
    <AnchorLink {...link} size="sm">
      {text}
    </AnchorLink>
  );
}
