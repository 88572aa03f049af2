import { Group } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { deliveryStatuses } from "tributary-sdk/words";
import { csvHref } from "../../api/account.ts";
import { deliveriesQuery, endpointsQuery, resendFailed } from "../../api/webhooks.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { given } from "../../format/without-undefined.ts";
import type { Changes } from "../../ui/filter/use-filter.ts";
import { useNow } from "../../ui/clock.ts";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { countText } from "../../format/numbers.ts";
import { EmptyState } from "../../ui/states.tsx";
import { Listed, useList } from "../../ui/table/listed.tsx";
import { useAccount, useChange } from "../shared/account.ts";
import { useDeliveryColumns } from "./delivery-table.tsx";
import { sentEventTypes, type DevelopersSearch } from "./search.ts";

type Filter = Omit<DevelopersSearch, "tab">;

interface DeliveriesProps {
  readonly filter: Filter;
  readonly onFilter: (changes: Changes<Filter>) => void;
}

export function Deliveries({ filter, onFilter }: DeliveriesProps): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { endpoint_id, status, event_type, offset } = filter;
  const whole = given({ endpoint_id, status, event_type });
  const query = useList(deliveriesQuery(accountId, given({ ...whole, offset })));
  const endpoints = useQuery(endpointsQuery(accountId));
  const columns = useDeliveryColumns();
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
          {canManage && status === "failed" && <ResendFailed endpointId={endpoint_id} />}
        </Group>
      }
      filtered={{ by: whole, noun: "deliveries" }}
      query={query}
      columns={columns}
      rows={query.data?.deliveries}
      empty={
        <EmptyState
          icon={IconSend}
          title="No deliveries yet"
          text="Deliveries appear here when events are sent to your endpoints. Add an endpoint and send it a test event."
        />
      }
      onOffset={(next) => onFilter({ offset: next })}
      csvHref={csvHref(accountId, "deliveries", whole)}
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
      title: "Resend failed deliveries?",
      body: "Tributary resends all deliveries that failed in the last 7 days, oldest first.",
      action: "Resend failed deliveries",
      run: () =>
        change(
          resendFailed(accountId, body),
          ({ count }) => `Resending ${countText(count, "delivery", "deliveries")}.`,
        ),
    });
  return (
    <ActionButton variant="default" size="sm" run={async () => ask()}>
      Resend failed deliveries
    </ActionButton>
  );
}
