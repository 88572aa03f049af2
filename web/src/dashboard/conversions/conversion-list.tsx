import { IconArrowsExchange } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { ConversionRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { conversionsQuery } from "../../api/conversions.ts";
import { given } from "../../format/without-undefined.ts";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { selectionOf } from "../../ui/table/selection.tsx";
import { useAccount } from "../shared/account.ts";
import { AllCaughtUp } from "./all-caught-up.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { useConversionBrief, useConversionColumns, type Hidden } from "./columns.tsx";
import { DecisionsProvider, useDecisions } from "./decisions.tsx";
import { ConversionFilters } from "./filters.tsx";
import { conversionsQueryOf, type ConversionsSearch } from "./search.ts";
import { useSelected } from "./selected.ts";
import { useSteadyRows } from "./steady-rows.ts";

interface ConversionListProps {
  readonly filter: ConversionsSearch;
  /** Set by the page that contains the list, so it is not one of the reader's filters. */
  readonly within?: Hidden;
  readonly onFilter: OnFilter<ConversionsSearch>;
}

/** Conversions with filters, bulk actions and CSV. Used on the conversions, campaign and affiliate pages. */
export function ConversionList(props: ConversionListProps): ReactNode {
  return (
    <DecisionsProvider>
      <DecidableList {...props} />
    </DecisionsProvider>
  );
}

function DecidableList({ filter, within, onFilter }: ConversionListProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const [last, setLast] = useState<string>();
  const { offset: _page, sort, ...whole } = filter;
  const [selected, setSelected] = useSelected(JSON.stringify(whole));
  const query = useList(conversionsQuery(accountId, conversionsQueryOf(filter)));
  const columns = useConversionColumns(within);
  const brief = useConversionBrief(within);
  const rows = useSteadyRows({
    list: JSON.stringify(filter),
    rows: query.data?.conversions,
    isPlaceholder: query.isPlaceholderData,
  });
  const own = ownFilter(whole, within);
  const isQueue = whole.status === "pending" && Object.keys(own).length === 1;
  // The selection holds the rows of other pages too. Those on screen are the newest.
  const here = new Map(rows?.map((row) => [row.id, row]));
  // A row that is decided on this page is left out, even if it was selected before.
  const decisions = useDecisions();
  const open = [...selected.values()].filter(({ id }) => !decisions.has(id));
  const chosen = open.map((row) => here.get(row.id) ?? row);
  const ids = new Set(chosen.map(({ id }) => id));
  const select = (ids: ReadonlySet<string>): void =>
    setSelected([...ids].flatMap((id) => here.get(id) ?? selected.get(id) ?? []));
  return (
    <>
      <Listed
        label="Conversions"
        filters={<ConversionFilters filter={own} within={within} onFilter={onFilter} />}
        filtered={{ by: own, noun: "conversions", empty: isQueue ? <AllCaughtUp /> : undefined }}
        query={query}
        columns={columns}
        brief={brief}
        rows={rows}
        selection={
          canManage
            ? selectionOf({
                ids,
                onChange: select,
                nameOf,
                // The rows of the previous filter, or page, stay until the next ones have loaded.
                isLocked: (id) => query.isPlaceholderData || decisions.has(id),
                range: { order: [...here.keys()], last, onLast: setLast },
              })
            : undefined
        }
        empty={<NoConversions accountId={accountId} />}
        sorting={sortingOf(sort, onFilter)}
        onOffset={(offset, step) => onFilter({ offset }, step)}
        csvHref={csvHref(accountId, "conversions", conversionsQueryOf(whole))}
      />
      <BulkBar
        rows={chosen}
        filter={conversionsQueryOf(whole)}
        total={query.data?.pagination.total ?? 0}
        totalIsAtLeast={query.data?.pagination.total_is_at_least === true}
        allOnPage={rows !== undefined && rows.length > 0 && rows.every(({ id }) => ids.has(id) || decisions.has(id))}
        onSelect={setSelected}
      />
    </>
  );
}

const nameOf = (row: ConversionRow): string => row.external_id;

function NoConversions({ accountId }: { accountId: string }): ReactNode {
  return (
    <EmptyState
      icon={IconArrowsExchange}
      title="No conversions yet"
      text="Conversions appear here as soon as your backend tracks the first one."
      action={
        <ButtonLink to="/dashboard/$accountId/developers" params={{ accountId }} search={{ tab: "install" }}>
          Set up tracking
        </ButtonLink>
      }
    />
  );
}

function ownFilter(filter: ConversionsSearch, within: Hidden | undefined): ConversionsSearch {
  const { campaign_id, affiliate_id, ...more } = filter;
  return {
    ...more,
    ...(within === "campaign" ? {} : given({ campaign_id })),
    ...(within === "affiliate" ? {} : given({ affiliate_id })),
  };
}
