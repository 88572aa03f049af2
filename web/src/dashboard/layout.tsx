import { useQuery } from "@tanstack/react-query";
import { linkOptions, Outlet, useParams } from "@tanstack/react-router";
import { Suspense, useEffect, useMemo, useState, type ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { personQuery } from "../api/session.ts";
import { useSearchKey } from "../ui/shell/search-key.ts";
import { Shell } from "../ui/shell/shell.tsx";
import { Loaded } from "../ui/states.tsx";
import { AccountContext, findAccount, type AccountView } from "./shared/account.ts";
import { PageShortcuts } from "./page-shortcuts.tsx";
import { AccountMissing } from "./account-missing.tsx";
import { AccountSwitch } from "../session/account-switch.tsx";
import { rememberSide } from "../session/last-side.ts";
import { usePauseWhenIdle } from "../session/pause-when-idle.ts";
import { navItemsOf } from "./navigation.ts";
import { PersonMenu } from "../session/person-menu.tsx";
import { lazily } from "../ui/lazy.ts";
import { FrameBand } from "./test-mode/frame-band.tsx";
import { AtTestTime, useTestTime } from "./test-mode/test-time.tsx";

const Commands = lazily(() => import("./commands.tsx"), "Commands");

export function DashboardLayout(): ReactNode {
  const { accountId } = useParams({ from: "/dashboard/$accountId" });
  const person = useQuery(personQuery);
  return <Loaded query={person}>{(data) => <AccountFrame accountId={accountId} person={data} />}</Loaded>;
}

function AccountFrame({ accountId, person }: { accountId: string; person: PersonResponse }): ReactNode {
  const view = useMemo(() => findAccount(person, accountId), [person, accountId]);
  return view ? <MemberFrame view={view} person={person} /> : <AccountMissing person={person} />;
}

function MemberFrame({ view, person }: { view: AccountView; person: PersonResponse }): ReactNode {
  const { id: accountId, test } = view;
  const now = useTestTime(view);
  const [searching, setSearching] = useState(false);
  useSearchKey(() => setSearching(true));
  usePauseWhenIdle();
  useEffect(() => rememberSide("dashboard"), []);
  return (
    <AccountContext value={view}>
      <AtTestTime now={now}>
        <Shell
          {...(test && now !== undefined ? { band: <FrameBand now={now} live={test.live} /> } : {})}
          items={navItemsOf(view)}
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
      </AtTestTime>
    </AccountContext>
  );
}
