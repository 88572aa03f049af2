import { IconArrowsExchange } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import type { ConversionRow } from "tributary-sdk/pages";
import { csvHref } from "../../api/account.ts";
import { conversionsQuery } from "../../api/conversions.ts";
import { given } from "../../format/without-undefined.ts";
import type { Changes } from "../../ui/filter/use-filter.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { selectionOf } from "../../ui/table/selection.tsx";
import { useAccount } from "../shared/account.ts";
import { BulkBar } from "./bulk-bar.tsx";
import { useConversionColumns, type Hidden } from "./columns.tsx";
import { ConversionFilters } from "./filters.tsx";
import { conversionsQueryOf, type ConversionsSearch } from "./search.ts";

interface ConversionListProps {
  readonly filter: ConversionsSearch;
  /** Set by the page that contains the list, so it is not one of the reader's filters. */
  readonly within?: Hidden;
  readonly onFilter: (changes: Changes<ConversionsSearch>) => void;
}

const none: ReadonlySet<string> = new Set();

/** Conversions with filters, bulk actions and CSV. Used on the conversions, campaign and affiliate pages. */
export function ConversionList({ filter, within, onFilter }: ConversionListProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const [selected, setSelected] = useState(none);
  const { offset: _page, sort, ...whole } = filter;
  const query = useList(conversionsQuery(accountId, conversionsQueryOf(filter)));
  const columns = useConversionColumns(within);
  const rows = query.data?.conversions;
  const own = ownFilter(whole, within);
  const change = (changes: Changes<ConversionsSearch>): void => {
    setSelected(none);
    onFilter(changes);
  };
  return (
    <>
      <Listed
        label="Conversions"
        filters={<ConversionFilters filter={own} within={within} onFilter={change} />}
        filtered={{ by: own, noun: "conversions" }}
        query={query}
        columns={columns}
        rows={rows}
        selection={canManage ? selectionOf({ ids: selected, onChange: setSelected, nameOf }) : undefined}
        empty={
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
        }
        sorting={sortingOf(sort, change)}
        onOffset={(offset) => change({ offset })}
        csvHref={csvHref(accountId, "conversions", conversionsQueryOf(whole))}
      />
      <BulkBar
        rows={(rows ?? []).filter(({ id }) => selected.has(id))}
        filter={conversionsQueryOf(whole)}
        total={query.data?.pagination.total ?? 0}
        totalIsAtLeast={query.data?.pagination.total_is_at_least === true}
        allOnPage={rows !== undefined && rows.length > 0 && rows.every(({ id }) => selected.has(id))}
        onClear={() => setSelected(none)}
      />
    </>
  );
}

const nameOf = (row: ConversionRow): string => row.external_id;

function ownFilter(filter: ConversionsSearch, within: Hidden | undefined): ConversionsSearch {
  const { campaign_id, affiliate_id, ...more } = filter;
  return {
    ...more,
    ...(within === "campaign" ? {} : given({ campaign_id })),
    ...(within === "affiliate" ? {} : given({ affiliate_id })),
  };
}
