import { Anchor, Group, Stack } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { Suspense, type ReactNode } from "react";
import { useFilter, withoutAll } from "../../ui/filter/use-filter.ts";
import { Page } from "../../ui/page.tsx";
import { Lines } from "../../ui/states.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import { lazily } from "../../ui/lazy.ts";

const Deliveries = lazily(() => import("./deliveries.tsx"), "Deliveries");
const Endpoints = lazily(() => import("./endpoints.tsx"), "Endpoints");
const Keys = lazily(() => import("./keys.tsx"), "Keys");
const RefusedCalls = lazily(() => import("./refused-calls.tsx"), "RefusedCalls");
const TestAccounts = lazily(() => import("../test-mode/test-accounts.tsx"), "TestAccounts");
const Install = lazily(() => import("../install/install.tsx"), "Install");

const tabs = [
  { value: "install", label: "Install tracking" },
  { value: "keys", label: "API keys" },
  { value: "webhooks", label: "Webhooks" },
  { value: "deliveries", label: "Deliveries" },
  { value: "calls", label: "Failed requests" },
  { value: "test", label: "Test mode" },
] as const;

export function DevelopersPage(): ReactNode {
  const list = useFilter("/dashboard/$accountId/developers");
  const { filter, onFilter } = list;
  const { tab = "install", campaign_id: campaignId, platform = "backend" } = filter;
  return (
    <Page title="Developers" action={<DocumentationLink />}>
      <PageTabs
        label="Developer sections"
        tabs={tabs}
        value={tab}
        onChange={(next) => onFilter({ ...withoutAll(filter), tab: next })}
      >
        <Suspense fallback={<Lines />}>
          <Stack gap="lg">
            {tab === "install" && (
              <Install
                campaignId={campaignId}
                onCampaign={(id) => onFilter({ ...filter, campaign_id: id })}
                platform={platform}
                onPlatform={(chosen) => onFilter({ ...filter, platform: chosen })}
              />
            )}
            {tab === "keys" && <Keys {...list} />}
            {tab === "webhooks" && <Endpoints />}
            {tab === "deliveries" && <Deliveries {...list} />}
            {tab === "calls" && <RefusedCalls {...list} />}
            {tab === "test" && <TestAccounts />}
          </Stack>
        </Suspense>
      </PageTabs>
    </Page>
  );
}

function DocumentationLink(): ReactNode {
  return (
    <Anchor href="/docs" target="_blank" rel="noreferrer" size="sm">
      <Group gap={4} component="span">
        Docs <IconExternalLink size={14} aria-hidden />
      </Group>
    </Anchor>
  );
}
