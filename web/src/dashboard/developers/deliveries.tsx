import { Group } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { deliveryStatuses, eventTypes } from "tributary-sdk/words";
import { csvHref } from "../../api/account.ts";
import { deliveriesQuery, endpointsQuery, resendFailed } from "../../api/webhooks.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { useNow } from "../../format/clock.ts";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { countText } from "../../format/numbers.ts";
import { EmptyState, ProblemState } from "../../ui/states.tsx";
import { TableFoot } from "../../ui/table/table-foot.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { DeliveryTable } from "./delivery-table.tsx";
import type { DevelopersSearch } from "./search.ts";

type Filter = Omit<DevelopersSearch, "tab">;
type Changes = { [key in keyof Filter]?: Filter[key] | undefined };

interface DeliveriesProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Changes) => void;
}

const statusChoices = deliveryStatuses.map((value) => ({ value, label: value }));
const eventChoices = [...eventTypes, "webhook.test"].map((value) => ({ value, label: value }));

export function Deliveries({ filter, onFilter }: DeliveriesProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const query = useQuery({ ...deliveriesQuery(accountId, filter), placeholderData: keepPreviousData });
  const endpoints = useQuery(endpointsQuery(accountId));
  const set = (changes: Changes): void => onFilter({ ...filter, offset: undefined, ...changes });
  const { offset: _offset, ...whole } = filter;
  return (
    <>
      <Group gap={10} justify="space-between">
        <FilterBar active={Object.keys(whole).length}>
          <ChoiceFilter
            label="Status"
            choices={statusChoices}
            value={filter.status}
            onChange={(status) => set({ status: status as Filter["status"] })}
          />
          <ChoiceFilter
            label="Event"
            width={190}
            choices={eventChoices}
            value={filter.event_type}
            onChange={(type) => set({ event_type: type as Filter["event_type"] })}
          />
          <ChoiceFilter
            label="Endpoint"
            width={220}
            choices={endpoints.data?.webhook_endpoints.map(({ id, url }) => ({ value: id, label: url })) ?? []}
            value={filter.endpoint_id}
            onChange={(endpoint_id) => set({ endpoint_id })}
          />
        </FilterBar>
        {canManage && filter.status === "failed" && <ResendFailed endpointId={filter.endpoint_id} />}
      </Group>
      {query.error ? (
        <ProblemState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <DeliveryTable
            rows={query.data?.deliveries}
            busy={query.isPlaceholderData}
            empty={<Empty filter={whole} />}
          />
          <TableFoot
            span={query.data?.pagination}
            onOffset={(offset) => set({ offset: offset > 0 ? offset : undefined })}
            csvHref={csvHref(accountId, "deliveries", whole)}
          />
        </>
      )}
    </>
  );
}

function Empty({ filter }: { filter: Omit<Filter, "offset"> }): ReactNode {
  if (Object.keys(filter).length > 0)
    return <EmptyState title="No delivery matches" text="Take a filter away to see more." />;
  return (
    <EmptyState
      icon={IconSend}
      title="No deliveries yet"
      text="Each event goes to every endpoint that is subscribed to it. Add an endpoint and send it a test event."
    />
  );
}

const DAY_MS = 86_400_000;

function ResendFailed({ endpointId }: { endpointId: string | undefined }): ReactNode {
  const { id: accountId } = useAccount();
  const change = useChange();
  const confirm = useConfirm();
  const now = useNow();
  const since = new Date(now - 7 * DAY_MS).toISOString();
  const body = endpointId === undefined ? { since } : { since, endpoint_id: endpointId };
  const ask = (): void =>
    confirm({
      title: "Send what failed again?",
      body: "All deliveries of the last 7 days that failed are queued once more, oldest first.",
      action: "Send failed deliveries again",
      run: () =>
        change(
          resendFailed(accountId, body),
          ({ count }) => `${countText(count, "delivery", "deliveries")} on the way again.`,
        ),
    });
  return (
    <ActionButton variant="default" size="sm" run={async () => ask()}>
      Send failed again
    </ActionButton>
  );
}
