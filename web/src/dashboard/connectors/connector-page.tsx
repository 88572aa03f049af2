import { Stack } from "@mantine/core";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { Suspense, type ReactNode } from "react";
import type { ConnectorResponse, ConnectorRow } from "tributary-sdk/pages";
import { connectorQuery } from "../../api/connectors.ts";
import { FactStrip } from "../../ui/facts.tsx";
import { useFilter, withoutAll } from "../../ui/filter/use-filter.ts";
import { lazily } from "../../ui/lazy.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { RealTime } from "../../ui/real-time.tsx";
import { Lines, Loaded, LoadedForm } from "../../ui/states.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { When } from "../../ui/when.tsx";
import { figureText } from "../../words/connectors.ts";
import { useAccount } from "../shared/account.ts";
import { Health, providerUnlessNamed } from "./connector-list.tsx";
import { useFollowConnector } from "./follow-connector.ts";
import { Receipts } from "./receipts.tsx";
import { Warnings } from "./warnings.tsx";

const ConnectorSettings = lazily(() => import("./connector-settings.tsx"), "ConnectorSettings");
const CouponNames = lazily(() => import("./coupon-names.tsx"), "CouponNames");
const MappingEditor = lazily(() => import("./mapping-editor.tsx"), "MappingEditor");

const FROM = "/dashboard/$accountId/connectors/$connectorId";

const receiptsTab = { value: "receipts", label: "Receipts" } as const;
const settingsTab = { value: "settings", label: "Settings" } as const;
const couponsTab = { value: "coupons", label: "Coupon names" } as const;
const mappingTab = { value: "mapping", label: "Field mapping" } as const;

/** Stripe and Paddle name coupons by their ID, and only an unknown shop needs a mapping. */
function tabsOf({ provider }: ConnectorRow) {
  const own =
    provider === "stripe" || provider === "paddle" ? [couponsTab] : provider === "generic" ? [mappingTab] : [];
  return [receiptsTab, ...own, settingsTab];
}

export function ConnectorPage(): ReactNode {
  const { id: accountId } = useAccount();
  const { connectorId } = useParams({ from: FROM });
  const query = useQuery(connectorQuery(accountId, connectorId));
  const connector = query.data?.connector;
  useFollowConnector(connectorId, connector);
  return (
    <Page
      title={connector?.name ?? "Connector"}
      beside={connector && <Health connector={connector} />}
      note={connector && providerUnlessNamed(connector)}
      back={{ label: "Connectors", link: { to: "/dashboard/$accountId/connectors", params: { accountId } } }}
    >
      <Loaded query={query}>{(data) => <Details connector={data.connector} query={query} />}</Loaded>
    </Page>
  );
}

interface DetailsProps {
  readonly connector: ConnectorRow;
  readonly query: UseQueryResult<ConnectorResponse>;
}

function Details({ connector, query }: DetailsProps): ReactNode {
  const { filter, onFilter } = useFilter(FROM);
  const tabs = tabsOf(connector);
  const tab = tabs.find(({ value }) => value === filter.tab)?.value ?? "receipts";
  return (
    <Stack gap="lg">
      <Warnings connector={connector} />
      <Summary connector={connector} />
      <PageTabs
        label="Connector sections"
        tabs={tabs}
        value={tab}
        onChange={(next) => onFilter({ ...withoutAll(filter), tab: next })}
      >
        <Suspense fallback={<Lines />}>
          <Stack gap="lg">
            {tab === "receipts" && <Receipts connector={connector} filter={filter} onFilter={onFilter} />}
            {tab === "coupons" && <CouponNames connector={connector} />}
            {tab === "mapping" && (
              <LoadedForm query={query}>{(data) => <MappingEditor connector={data.connector} />}</LoadedForm>
            )}
            {tab === "settings" && (
              <LoadedForm query={query}>{(data) => <ConnectorSettings connector={data.connector} />}</LoadedForm>
            )}
          </Stack>
        </Suspense>
      </PageTabs>
    </Stack>
  );
}

function Summary({ connector }: { connector: ConnectorRow }): ReactNode {
  const { id: accountId } = useAccount();
  const { orders, receipts, last_received_at: receivedAt } = connector;
  return (
    <FactStrip
      facts={[
        {
          label: "Last event",
          value:
            receivedAt === null ? (
              "None yet"
            ) : (
              <RealTime>
                <When at={receivedAt} />
              </RealTime>
            ),
        },
        {
          label: "Receipts in 30 days",
          value: figureText(receipts.waiting + receipts.done + receipts.ignored + receipts.failed),
        },
        { label: "Orders with an affiliate", value: figureText(orders.attributed) },
        {
          label: "Without an affiliate",
          value:
            orders.unattributed === 0 ? (
              "0"
            ) : (
              <AnchorLink
                to="/dashboard/$accountId/connectors"
                params={{ accountId }}
                search={{ tab: "orders" }}
                inherit
                underline="always"
                aria-label={`View ${figureText(orders.unattributed)} orders without an affiliate`}
              >
                {figureText(orders.unattributed)}
              </AnchorLink>
            ),
        },
      ]}
    />
  );
}
