import { Text } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { RECEIPT_BODY_DAYS } from "tributary-sdk/limits";
import type { ConnectorRow, ReceiptRow } from "tributary-sdk/pages";
import { receiptStates } from "tributary-sdk/words";
import { csvHref } from "../../api/account.ts";
import { receiptsQuery, runReceipt, runReceipts, type RunState } from "../../api/connectors.ts";
import { countText } from "../../format/numbers.ts";
import { given } from "../../format/without-undefined.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { RealTime } from "../../ui/real-time.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { actionsColumn, badgeColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { Listed } from "../../ui/table/listed.tsx";
import { When, WhenWithDay } from "../../ui/when.tsx";
import { eventName, receiptTones, receiptWords, senderOf } from "../../words/connectors.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { Outcome } from "./outcome.tsx";
import type { ConnectorSearch } from "./search.ts";

const POLL_MS = 3000;
const stateChoices = receiptStates.map((value) => ({ value, label: receiptWords[value] }));

interface ReceiptsProps {
  readonly connector: ConnectorRow;
  readonly filter: ConnectorSearch;
  readonly onFilter: OnFilter<ConnectorSearch>;
}

/** Everything that arrived, and what each became. */
export function Receipts({ connector, filter, onFilter }: ReceiptsProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { state, offset } = filter;
  const whole = given({ state });
  const query = useQuery({
    ...receiptsQuery(accountId, connector.id, given({ state, offset })),
    placeholderData: keepPreviousData,
    // Shows what a waiting receipt becomes without a reload.
    refetchInterval: ({ state: { data } }) =>
      data?.receipts.some((receipt) => receipt.state === "waiting") === true ? POLL_MS : false,
  });
  return (
    <Listed
      label="Receipts"
      filters={
        <FilterBar active={Object.keys(whole).length}>
          <ChoiceFilter
            label="State"
            choices={stateChoices}
            value={state}
            onChange={(next) => onFilter({ state: next })}
          />
          {canManage &&
            state !== undefined &&
            state !== "waiting" &&
            (query.data?.receipts ?? []).some(canRunAgain) && <RunAll connector={connector} state={state} />}
        </FilterBar>
      }
      filtered={{ by: whole, noun: "receipts" }}
      query={query}
      {...useColumns(connector)}
      rows={query.data?.receipts}
      empty={
        <EmptyState
          icon={IconInbox}
          title="No receipts yet"
          text={`Every event from ${senderOf(connector.provider)} appears here, with what it became.`}
        />
      }
      onOffset={(next, step) => onFilter({ offset: next }, step)}
      csvHref={csvHref(accountId, `connectors/${connector.id}/receipts`, whole)}
    />
  );
}

/** Settings, budgets and coupons may have changed since. A receipt with a conversion has nothing left to do. */
const canRunAgain = ({ state, has_body: hasBody, outcome }: ReceiptRow): boolean =>
  hasBody &&
  (state === "failed" ||
    (state === "ignored" && outcome.reason !== "test" && outcome.reason !== "live") ||
    isUnattributed({ state, outcome }));

const isUnattributed = ({ state, outcome }: Pick<ReceiptRow, "state" | "outcome">): boolean =>
  state === "done" && outcome.conversion_id === null && outcome.reason !== null;

function useColumns(connector: ConnectorRow) {
  const { canManage } = useAccount();
  const actionOf = (row: ReceiptRow): ReactNode =>
    canManage && canRunAgain(row) ? <RunAgain connector={connector} receipt={row} /> : null;
  const columns: readonly Column<ReceiptRow>[] = [
    {
      id: "topic",
      header: "Event",
      cell: (row) => (
        <Text span size="sm" fw={500} className="breakable">
          {eventName(row)}
        </Text>
      ),
    },
    badgeColumn("state", "State", ({ state }) => [receiptTones[state], receiptWords[state]]),
    {
      id: "outcome",
      header: "What it became",
      cell: (row) => <Became receipt={row} />,
    },
    {
      id: "received",
      header: "Received",
      cell: (row) => (
        <RealTime>
          <WhenWithDay at={row.received_at} />
        </RealTime>
      ),
    },
    ...(canManage ? [actionsColumn(actionOf)] : []),
  ];
  const brief = (row: ReceiptRow): Brief => ({
    title: (
      <Text span size="sm" fw={500} className="breakable">
        {eventName(row)}
      </Text>
    ),
    note: (
      <RealTime>
        <When at={row.received_at} />
      </RealTime>
    ),
    badge: <StatusBadge tone={receiptTones[row.state]}>{receiptWords[row.state]}</StatusBadge>,
    more: (
      <Text size="xs" component="div">
        <Became receipt={row} />
      </Text>
    ),
    action: actionOf(row),
  });
  return { columns, brief };
}

function Became({ receipt }: { receipt: ReceiptRow }): ReactNode {
  return (
    <div className="breakable">
      <Outcome receipt={receipt} />
      {receipt.state === "failed" && !receipt.has_body && (
        <Text size="xs" c="dimmed">
          Its body was deleted after {RECEIPT_BODY_DAYS} days, so it cannot run again.
        </Text>
      )}
    </div>
  );
}

function RunAgain({ connector, receipt }: { connector: ConnectorRow; receipt: ReceiptRow }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  return (
    <ActionButton
      className="above"
      size="compact-sm"
      variant="default"
      aria-label={`Run ${eventName(receipt)} again`}
      run={() => change(runReceipt(accountId, connector.id, receipt.id), () => `Running ${eventName(receipt)} again.`)}
    >
      Run again
    </ActionButton>
  );
}

const runAllWords: Readonly<Record<RunState, string>> = {
  failed: "Run all failed again",
  ignored: "Run all ignored again",
  done: "Run orders without an affiliate again",
};

/** Not only those of this page. */
function RunAll({ connector, state }: { connector: ConnectorRow; state: RunState }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  return (
    <ActionButton
      size="compact-sm"
      variant="default"
      run={() =>
        change(
          runReceipts(accountId, connector.id, state),
          ({ receipts }) => `Running ${countText(receipts, "receipt")} again.`,
        )
      }
    >
      {runAllWords[state]}
    </ActionButton>
  );
}
