import { IconArrowsExchange, IconHelp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { ownConversionsQuery } from "../../api/portal.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { briefConversion, columns } from "./columns.tsx";
import { OwnConversionFilters } from "./filters.tsx";
import { ownConversionsQueryOf } from "./search.ts";

export function ConversionsPage(): ReactNode {
  const { filter, onFilter } = useFilter("/portal/conversions");
  const query = useList(ownConversionsQuery(ownConversionsQueryOf(filter)));
  const { offset: _page, sort, ...whole } = filter;
  return (
    <Page title="Conversions" action={<MissingSale />}>
      <Listed
        label="Conversions"
        filters={<OwnConversionFilters filter={whole} onFilter={onFilter} />}
        filtered={{ by: whole, noun: "conversions" }}
        query={query}
        columns={columns}
        brief={briefConversion}
        rows={query.data?.conversions}
        empty={
          <EmptyState
            icon={IconArrowsExchange}
            title="No conversions yet"
            text="Orders through your link appear here within seconds of the shop reporting them."
            action={<ButtonLink to="/portal/campaigns">Get your link</ButtonLink>}
          />
        }
        sorting={sortingOf(sort, onFilter)}
        onOffset={(offset, step) => onFilter({ offset }, step)}
      />
    </Page>
  );
}

function MissingSale(): ReactNode {
  return (
    <ButtonLink to="/portal/claims" variant="default" leftSection={<IconHelp size={16} aria-hidden />}>
      Why is my sale missing?
    </ButtonLink>
  );
}
