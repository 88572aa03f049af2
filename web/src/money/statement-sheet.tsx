import { Button, Group, Table, Text, Title } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Statement, StatementResponse, StatementBalance, StatementLine } from "tributary-sdk/pages";
import { AnchorLink } from "../ui/link.tsx";
import { moneyColumn } from "../ui/table/column-kinds.tsx";
import type { Column } from "../ui/table/columns.ts";
import { DataTable } from "../ui/table/data-table.tsx";
import { calendarDay, calendarMonth, exactTime } from "../format/dates.ts";
import { countText, moneyText } from "../format/numbers.ts";
import classes from "./statement-sheet.module.css";
import { lineWords, openAfter } from "../words/statements.ts";

export interface StatementLinks {
  readonly conversion: (id: string) => LinkOptions;
  readonly payout: (id: string) => LinkOptions;
}

/** Print, and the signed file that anyone can verify. */
export function StatementActions({ fileHref }: { fileHref: string }): ReactNode {
  return (
    <Group gap="xs" className="screen-only">
      <Button
        variant="default"
        component="a"
        href={fileHref}
        download
        leftSection={<IconDownload size={16} aria-hidden />}
      >
        Download signed JSON
      </Button>
      <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
        Print
      </Button>
    </Group>
  );
}

/** One month of one affiliate in one currency: opening balance, lines and closing balance. */
export function StatementSheet({ answer, links }: { answer: StatementResponse; links: StatementLinks }): ReactNode {
  const { statement } = answer;
  return (
    <article className={classes["sheet"]} aria-label={`Statement for ${calendarMonth(statement.month)}`}>
      <Parties answer={answer} />
      <Balances statement={statement} />
      <Lines statement={statement} links={links} />
      <Proof statement={statement} />
    </article>
  );
}

function Parties({ answer }: { answer: StatementResponse }): ReactNode {
  const { statement } = answer;
  const facts = [
    ["From", answer.merchant_name],
    ["For", answer.affiliate_name],
    ["Currency", statement.currency],
    [
      "Status",
      statement.complete
        ? `Complete, issued ${exactTime(statement.issued_at)}`
        : `In progress, as of ${exactTime(statement.issued_at)}`,
    ],
  ];
  return (
    <dl className={classes["parties"]}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <Text component="dt" size="sm" c="dimmed">
            {label}
          </Text>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const accounts: readonly { key: keyof StatementBalance; label: string }[] = [
  { key: "pending", label: "Pending review" },
  { key: "payable", label: "Approved" },
  { key: "in_payout", label: "In transit" },
  { key: "receivable", label: "To be deducted" },
  { key: "open", label: "Open balance" },
  { key: "paid", label: "Paid to date" },
];

function Balances({ statement }: { statement: Statement }): ReactNode {
  const { opening, closing, currency } = statement;
  const money = (text: string): string => moneyText(Number(text), currency);
  return (
    <Table className={classes["balances"]} aria-label="Balances">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Balance</Table.Th>
          <Table.Th ta="right">Opening</Table.Th>
          <Table.Th ta="right">Closing</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {accounts.map(({ key, label }) => (
          <Table.Tr key={key} {...(key === "open" ? { fw: 600 } : {})}>
            <Table.Td>{label}</Table.Td>
            <Table.Td ta="right" className="number">
              {money(opening.balance[key])}
            </Table.Td>
            <Table.Td ta="right" className="number">
              {money(closing.balance[key])}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface LineWithBalance extends StatementLine {
  readonly open: number;
}

function Lines({ statement, links }: { statement: Statement; links: StatementLinks }): ReactNode {
  const open = openAfter(statement);
  const rows = statement.lines.map((line, index) => ({ ...line, open: open[index] ?? 0 }));
  return (
    <section className={classes["lines"]}>
      <Title order={2} mb="xs">
        {countText(rows.length, "line")}
      </Title>
      <DataTable
        label="Lines"
        columns={columnsOf(statement.currency, links)}
        rows={rows}
        rowId={({ id }) => id}
        empty="No lines in this month."
      />
    </section>
  );
}

function columnsOf(currency: string, links: StatementLinks): readonly Column<LineWithBalance>[] {
  return [
    {
      id: "what",
      header: "Description",
      cell: (line) => (
        <>
          <span className="number">{line.number}.</span> {lineWords[line.kind]}
        </>
      ),
    },
    {
      id: "day",
      header: "Date (UTC)",
      cell: ({ at }) => <span className="number">{calendarDay(at.slice(0, 10))}</span>,
    },
    { id: "reference", header: "Reference", cell: (line) => <Reference line={line} links={links} /> },
    moneyColumn("amount", "Amount", ({ amount }) => [Number(amount), currency]),
    moneyColumn("open", "Balance", ({ open }) => [open, currency]),
  ];
}

function Reference({ line, links }: { line: StatementLine; links: StatementLinks }): ReactNode {
  const [id, link] =
    line.payout_id !== null
      ? [line.payout_id, links.payout(line.payout_id)]
      : line.conversion_id !== null
        ? [line.conversion_id, links.conversion(line.conversion_id)]
        : [line.claw_back_id, undefined];
  if (id === null) return null;
  const short = `${line.payout_id === null ? (link ? "conversion" : "deduction") : "payout"} …${id.slice(-8)}`;
  if (!link) return short;
  return (
    <AnchorLink {...link} size="sm">
      {short}
    </AnchorLink>
  );
}

function Proof({ statement }: { statement: Statement }): ReactNode {
  return (
    <Text size="xs" c="dimmed" className={classes["proof"] ?? ""} component="div">
      Lines {statement.opening.lines + 1} to {statement.closing.lines} of this affiliate's ledger in{" "}
      {statement.currency}. Hash chain head: <code>{statement.closing.head}</code>.{" "}
      <a href="/docs/payouts#statements">How to verify the signed file</a>.
    </Text>
  );
}
