import { Anchor, Button, Group, Table, Text } from "@mantine/core";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import type { LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Statement, StatementResponse, StatementBalance } from "tributary-sdk/pages";
import { calendarMonth, exactTime } from "../format/dates.ts";
import { moneyText } from "../format/numbers.ts";
import { Letterhead as MerchantLetterhead } from "../ui/merchant-brand.tsx";
import { groupWords } from "../words/statements.ts";
import { groupsOf } from "./statement-groups.ts";
import { Groups, Ledger, signedText } from "./statement-lines.tsx";
import classes from "./statement-sheet.module.css";

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

/** One month of one affiliate in one currency, as a document to read and print. */
export function StatementSheet({ answer, links }: { answer: StatementResponse; links: StatementLinks }): ReactNode {
  const { statement } = answer;
  return (
    <article className={classes["sheet"]} aria-label={`Statement for ${calendarMonth(statement.month)}`}>
      <Letterhead answer={answer} />
      <Summary statement={statement} />
      <Groups answer={answer} links={links} />
      <Balances statement={statement} />
      <Ledger answer={answer} links={links} />
      <Proof statement={statement} />
    </article>
  );
}

function Letterhead({ answer }: { answer: StatementResponse }): ReactNode {
  const { statement, brand } = answer;
  return (
    <header
      className={classes["letterhead"]}
      {...(brand.accent === null ? {} : { style: { borderColor: brand.accent } })}
    >
      <div>
        <MerchantLetterhead name={answer.merchant_name} brand={brand} />
        <Text size="sm" c="dimmed" mt={4}>
          Affiliate commission statement
        </Text>
      </div>
      <dl className={classes["parties"]}>
        <div>
          <dt>For</dt>
          <dd>{answer.affiliate_name}</dd>
        </div>
        <div>
          <dt>Period</dt>
          <dd>
            {calendarMonth(statement.month)}, {statement.currency}
          </dd>
        </div>
        <div>
          <dt>Status</dt>
          <dd>
            {statement.complete
              ? `Complete, issued ${exactTime(statement.issued_at)}`
              : `In progress, as of ${exactTime(statement.issued_at)}`}
          </dd>
        </div>
      </dl>
    </header>
  );
}

/** From the opening to the closing balance. */
function Summary({ statement }: { statement: Statement }): ReactNode {
  const { opening, closing, currency } = statement;
  const moved = groupsOf(statement).filter(({ name, lines }) => name !== "approved" && lines.length > 0);
  return (
    <Table className={classes["summary"]} aria-label="Summary">
      <Table.Tbody>
        <SummaryRow label="Opening balance" value={moneyText(Number(opening.balance.open), currency)} />
        {moved.map(({ name, total }) => (
          <SummaryRow key={name} label={groupWords[name].title} value={signedText(total, currency)} />
        ))}
        <SummaryRow label="Closing balance" value={moneyText(Number(closing.balance.open), currency)} isTotal />
      </Table.Tbody>
    </Table>
  );
}

function SummaryRow({ label, value, isTotal = false }: { label: string; value: string; isTotal?: boolean }): ReactNode {
  return (
    <Table.Tr className={isTotal ? classes["total"] : undefined}>
      <Table.Th scope="row">{label}</Table.Th>
      <Table.Td ta="right" className="number">
        {value}
      </Table.Td>
    </Table.Tr>
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

function Proof({ statement }: { statement: Statement }): ReactNode {
  return (
    <Text size="xs" c="dimmed" className={classes["proof"] ?? ""} component="div">
      Lines {statement.opening.lines + 1} to {statement.closing.lines} of this affiliate's ledger in{" "}
      {statement.currency}. Hash chain head: <code>{statement.closing.head}</code>.{" "}
      <Anchor href="/docs/payouts#statements" inherit underline="always">
        How to verify the signed file
      </Anchor>
      .
    </Text>
  );
}
