import { Stack } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { connectorsQuery } from "../../api/connectors.ts";
import { useFilter, withoutAll } from "../../ui/filter/use-filter.ts";
import { ButtonLink } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/states.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { useAccount } from "../shared/account.ts";
import { ConnectorList } from "./connector-list.tsx";
import { ProviderChoice } from "./provider-choice.tsx";
import { UnattributedOrders } from "./unattributed-orders.tsx";

const tabs = [
  { value: "connectors", label: "Connectors" },
  { value: "orders", label: "Orders without an affiliate" },
] as const;

const NOTE = "Your shop's own webhooks become conversions and refunds. No code, and no app to install.";
const TEST_NOTE = "Your shop's own webhooks become test conversions and refunds. Events marked as live are ignored.";

export function ConnectorsPage(): ReactNode {
  const { id: accountId, isOwner, test } = useAccount();
  const query = useQuery(connectorsQuery(accountId));
  const list = useFilter("/dashboard/$accountId/connectors");
  const { filter, onFilter } = list;
  const { tab = "connectors" } = filter;
  const connectors = query.data?.connectors ?? [];
  return (
    <Page
      title="Connectors"
      note={test ? TEST_NOTE : NOTE}
      action={
        isOwner &&
        connectors.length > 0 && (
          <ButtonLink
            to="/dashboard/$accountId/connectors/new"
            params={{ accountId }}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            Add connector
          </ButtonLink>
        )
      }
    >
      <Loaded query={query}>
        {() =>
          connectors.length === 0 && tab === "connectors" ? (
            <ProviderChoice />
          ) : (
            <PageTabs
              label="Connector sections"
              tabs={tabs}
              value={tab}
              onChange={(next) => onFilter({ ...withoutAll(filter), tab: next })}
            >
              <Stack gap="lg">
                {tab === "orders" ? <UnattributedOrders {...list} /> : <ConnectorList connectors={connectors} />}
              </Stack>
            </PageTabs>
          )
        }
      </Loaded>
    </Page>
  );
}
