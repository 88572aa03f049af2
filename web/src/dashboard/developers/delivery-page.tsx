import { Code, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DeliveryResponse, DeliveryAttempt, DeliveryRow } from "tributary-sdk/pages";
import { deliveryQuery } from "../../api/webhooks.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { CodeBlock, CopyField } from "../../ui/copy.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { sortingOf } from "../../ui/table/listed.tsx";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { FactList } from "../../ui/facts.tsx";
import { numberText } from "../../format/numbers.ts";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { When } from "../../ui/when.tsx";
import { useAccount } from "../shared/account.ts";
import { deliveryTones } from "../../words/tones.ts";
import { useResend } from "./resend.ts";

const POLL_MS = 3000;
const FROM = "/dashboard/$accountId/developers/deliveries/$deliveryId";

export function DeliveryPage(): ReactNode {
  const { id: accountId, canManage } = useAccount();
  const { deliveryId } = useParams({ from: FROM });
  const query = useQuery({
    ...deliveryQuery(accountId, deliveryId),
    // Shows the result of a waiting delivery without a reload.
    refetchInterval: ({ state }) => (state.data?.delivery.status === "waiting" ? POLL_MS : false),
  });
  const delivery = query.data?.delivery;
  return (
    <Page
      title={delivery?.event_type ?? "Delivery"}
      beside={delivery && <StatusBadge tone={deliveryTones[delivery.status]}>{delivery.status}</StatusBadge>}
      back={{
        label: "Deliveries",
        link: { to: "/dashboard/$accountId/developers", params: { accountId }, search: { tab: "deliveries" } },
      }}
      action={delivery && canManage && <Resend delivery={delivery} />}
    >
      <Loaded query={query}>{(data) => <Details {...data} />}</Loaded>
    </Page>
  );
}

function Resend({ delivery }: { delivery: DeliveryRow }): ReactNode {
  const { label, run } = useResend()(delivery, "Resending with the same ID and body.");
  return <ActionButton run={run}>{label}</ActionButton>;
}

const columns: readonly Column<DeliveryAttempt>[] = [
  {
    id: "number",
    header: "Attempt",
    sort: "number",
    sortDown: true,
    sortValue: ({ number }) => number,
    cell: ({ number }) => <span className="number">{numberText(number)}</span>,
  },
  {
    id: "at",
    header: "When",
    sort: "at",
    sortDown: true,
    sortValue: ({ at }) => at,
    cell: ({ at }) => <When at={at} />,
  },
  {
    id: "duration",
    header: "Duration",
    align: "right",
    sort: "duration",
    sortDown: true,
    sortValue: (attempt) => attempt.duration_ms,
    cell: (attempt) => <span className="number">{numberText(attempt.duration_ms)} ms</span>,
  },
  {
    id: "status",
    header: "Status",
    sort: "status",
    sortValue: ({ status_code: code }) => code ?? 0,
    cell: ({ status_code: code }) =>
      code === null ? (
        <StatusBadge tone="bad">no response</StatusBadge>
      ) : (
        <StatusBadge tone={code >= 200 && code < 300 ? "good" : "bad"}>{String(code)}</StatusBadge>
      ),
  },
  { id: "response", header: "Response", cell: (attempt) => <ResponseText attempt={attempt} /> },
];

function ResponseText({ attempt }: { attempt: DeliveryAttempt }): ReactNode {
  if (attempt.error !== null) return attempt.error;
  if (attempt.response === null || attempt.response === "")
    return (
      <Text c="dimmed" size="sm">
        Empty
      </Text>
    );
  return (
    <Code block mah={160} style={{ overflow: "auto", whiteSpace: "pre-wrap" }}>
      {attempt.response}
    </Code>
  );
}

const formatted = (body: string): string => JSON.stringify(JSON.parse(body), null, 2);

function Details({ delivery, body, attempts }: DeliveryResponse): ReactNode {
  const { filter, onFilter } = useFilter(FROM);
  return (
    <Stack gap="xl">
      <FactList
        facts={[
          { label: "Endpoint", value: <CopyField value={delivery.endpoint_url} what="endpoint" /> },
          { label: "Event ID", value: <CopyField value={delivery.event_id} what="event ID" /> },
          { label: "Created", value: <When at={delivery.created_at} /> },
          ...(delivery.next_attempt_at === null
            ? []
            : [{ label: "Next attempt", value: <When at={delivery.next_attempt_at} /> }]),
        ]}
      />
      <Section title="Attempts">
        <DataTable
          label="Attempts"
          columns={columns}
          rows={attempts}
          rowId={({ number }) => String(number)}
          sorting={{ ...sortingOf(filter.sort, onFilter), inPage: true }}
          empty="No attempts yet."
        />
      </Section>
      <Section title="Body" note="Formatted for reading. Copy it to get exactly the bytes that were signed and sent.">
        {body === null ? (
          <Text size="sm" c="dimmed">
            The body was deleted after its retention period.
          </Text>
        ) : (
          <CodeBlock code={body} shown={formatted(body)} label="sent body" />
        )}
      </Section>
    </Stack>
  );
}
