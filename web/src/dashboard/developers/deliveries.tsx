import { Anchor, Group } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { deliveryStatuses } from "tributary-sdk/words";
import { csvHref } from "../../api/account.ts";
import { deliveriesQuery, endpointsQuery } from "../../api/webhooks.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { given } from "../../format/without-undefined.ts";
import type { OnFilter } from "../../ui/filter/use-filter.ts";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { Listed, sortingOf, useList } from "../../ui/table/listed.tsx";
import { useAccount } from "../shared/account.ts";
import { useDeliveryColumns } from "./delivery-table.tsx";
import { ResendFailed } from "./resend-failed.tsx";
import { deliverySort, sentEventTypes, type DevelopersSearch } from "./search.ts";

type Filter = Omit<DevelopersSearch, "tab">;

interface DeliveriesProps {
  readonly filter: Filter;
  readonly onFilter: OnFilter<Filter>;
}

export function Deliveries({ filter, onFilter }: DeliveriesProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { endpoint_id, status, event_type, sort, offset } = filter;
  const whole = given({ endpoint_id, status, event_type });
  const query = useList(deliveriesQuery(accountId, given({ ...whole, offset, sort: deliverySort(sort) })));
  const endpoints = useQuery(endpointsQuery(accountId));
  const list = useDeliveryColumns();
  return (
    <Listed
      label="Deliveries"
      filters={
        <Group gap={10} justify="space-between">
          <FilterBar active={Object.keys(whole).length}>
            <ChoiceFilter
              label="Status"
              choices={deliveryStatuses}
              value={status}
              onChange={(next) => onFilter({ status: next })}
            />
            <ChoiceFilter
              label="Event"
              width={190}
              choices={sentEventTypes}
              value={event_type}
              onChange={(next) => onFilter({ event_type: next })}
            />
            <ChoiceFilter
              label="Endpoint"
              width={220}
              choices={endpoints.data?.webhook_endpoints.map(({ id, url }) => ({ value: id, label: url })) ?? []}
              value={endpoint_id}
              onChange={(next) => onFilter({ endpoint_id: next })}
            />
          </FilterBar>
          {canManage && status === "failed" && endpoints.data && (
            <ResendFailed endpoints={endpoints.data.webhook_endpoints} endpointId={endpoint_id} />
          )}
        </Group>
      }
      filtered={{ by: whole, noun: "deliveries" }}
      query={query}
      {...list}
      rows={query.data?.deliveries}
      empty={
        <EmptyState
          icon={IconSend}
          title="No deliveries yet"
          text="Deliveries appear here when events are sent to your endpoints. Add an endpoint and send it a test event."
          action={
            <Anchor href="/docs/webhooks" size="sm">
              Webhook guide
            </Anchor>
          }
        />
      }
      sorting={sortingOf(deliverySort(sort), onFilter)}
      onOffset={(next, step) => onFilter({ offset: next }, step)}
      csvHref={csvHref(accountId, "deliveries", whole)}
    />
  );
}
