import { useHotkeys } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { linkOptions, Outlet, useParams } from "@tanstack/react-router";
import { Suspense, useEffect, useMemo, useState, type ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { personQuery } from "../api/session.ts";
import { Shell } from "../ui/shell/shell.tsx";
import { Loaded } from "../ui/states.tsx";
import { AccountContext, accountViewOf } from "./shared/account.ts";
import { PageShortcuts } from "./page-shortcuts.tsx";
import { AccountMissing } from "./account-missing.tsx";
import { AccountSwitch } from "../session/account-switch.tsx";
import { rememberSide } from "../session/last-side.ts";
import { usePauseWhenIdle } from "../session/pause-when-idle.ts";
import { navItemsOf } from "./navigation.ts";
import { PersonMenu } from "../session/person-menu.tsx";
import { lazily } from "../ui/lazy.ts";

const Commands = lazily(() => import("./commands.tsx"), "Commands");

export function DashboardLayout(): ReactNode {
  const { accountId } = useParams({ from: "/dashboard/$accountId" });
  const person = useQuery(personQuery);
  return (
    <Loaded query={person}>{(data) => <AccountFrame key={accountId} accountId={accountId} person={data} />}</Loaded>
  );
}

function AccountFrame({ accountId, person }: { accountId: string; person: PersonResponse }): ReactNode {
  const [searching, setSearching] = useState(false);
  useHotkeys([["mod+K", () => setSearching(true)]], []);
  usePauseWhenIdle();
  useEffect(() => rememberSide("dashboard"), []);
  const account = person.accounts.find(({ id }) => id === accountId);
  const view = useMemo(() => account && accountViewOf(account), [account]);
  if (!view) return <AccountMissing person={person} />;
  return (
    <AccountContext value={view}>
      <Shell
        items={navItemsOf(view.id)}
        top={<AccountSwitch person={person} current={view} />}
        person={
          <PersonMenu
            person={person}
            you={linkOptions({ to: "/dashboard/$accountId/settings/you", params: { accountId } })}
          />
        }
        docsHref="/docs"
        onSearch={() => setSearching(true)}
      >
        <Outlet />
      </Shell>
      <PageShortcuts />
      {searching && (
        <Suspense>
          <Commands onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </AccountContext>
  );
}
