import { Anchor, Group, Stack } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense, type ReactNode } from "react";
import { Page } from "../../ui/page.tsx";
import { Lines } from "../../ui/states.tsx";
import { PageTabs } from "../../ui/tabs.tsx";
import type { DevelopersSearch } from "./search.ts";

const Deliveries = lazy(() => import("./deliveries.tsx").then((module) => ({ default: module.Deliveries })));
const Endpoints = lazy(() => import("./endpoints.tsx").then((module) => ({ default: module.Endpoints })));
const Keys = lazy(() => import("./keys.tsx").then((module) => ({ default: module.Keys })));
const RefusedCalls = lazy(() => import("./refused-calls.tsx").then((module) => ({ default: module.RefusedCalls })));
const Snippets = lazy(() => import("./snippets.tsx").then((module) => ({ default: module.Snippets })));

const FROM = "/dashboard/$accountId/developers";
const tabs = [
  { value: "keys", label: "API keys" },
  { value: "webhooks", label: "Webhooks" },
  { value: "deliveries", label: "Deliveries" },
  { value: "calls", label: "Failed calls" },
  { value: "snippets", label: "Snippets" },
] as const;

export function DevelopersPage(): ReactNode {
  const { tab = "keys", ...search } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const go = (next: object): void => void navigate({ search: { tab, ...next } as DevelopersSearch, replace: true });
  const goOffset = (offset: number): void => go(offset > 0 ? { offset } : {});
  return (
    <Page title="Developers" action={<DocumentationLink />}>
      <PageTabs label="Parts" tabs={tabs} value={tab} onChange={(value) => go({ tab: value })}>
        <Suspense fallback={<Lines />}>
          <Stack gap="lg">
            {tab === "keys" && <Keys offset={search.offset} onOffset={goOffset} />}
            {tab === "webhooks" && <Endpoints />}
            {tab === "deliveries" && <Deliveries filter={search} onFilter={go} />}
            {tab === "calls" && <RefusedCalls offset={search.offset} onOffset={goOffset} />}
            {tab === "snippets" && <Snippets />}
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
        API documentation <IconExternalLink size={14} aria-hidden />
      </Group>
    </Anchor>
  );
}
