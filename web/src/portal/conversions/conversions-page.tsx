import { IconArrowsExchange, IconHelp } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ownConversionsQuery } from "../../api/portal.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { columns } from "./columns.tsx";
import { OwnConversionFilters } from "./filters.tsx";
import { ownConversionsQueryOf, type OwnConversionsSearch } from "./search.ts";

const FROM = "/portal/conversions";

export function ConversionsPage(): ReactNode {
  const search = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const query = useQuery({ ...ownConversionsQuery(ownConversionsQueryOf(search)), placeholderData: keepPreviousData });
  const go = (next: OwnConversionsSearch): void => void navigate({ search: next, replace: true });
  const { offset: _offset, ...filter } = search;
  return (
    <Page title="Conversions" action={<MissingSale />}>
      <OwnConversionFilters filter={filter} onFilter={go} />
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DataTable
            label="Conversions"
            columns={columns}
            rows={query.data?.conversions}
            rowId={({ id }) => id}
            busy={query.isPlaceholderData}
            empty={<Empty filtered={Object.keys(filter).length > 0} />}
          />
          <TableFoot
            span={query.data?.pagination}
            onOffset={(offset) => go({ ...filter, ...(offset > 0 ? { offset } : {}) })}
          />
        </>
      )}
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

function Empty({ filtered }: { filtered: boolean }): ReactNode {
  if (filtered) return <EmptyState title="No conversion matches" text="Take a filter away to see more." />;
  return (
    <EmptyState
      icon={IconArrowsExchange}
      title="No conversions yet"
      text="An order after a click on your link appears here within seconds of the shop reporting it."
    />
  );
}
