import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { Suspense, useEffect, useState, type ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { personQuery } from "../api/session.ts";
import { AccountSwitch } from "../session/account-switch.tsx";
import { rememberSide } from "../session/last-side.ts";
import { usePauseWhenIdle } from "../session/pause-when-idle.ts";
import { PersonMenu } from "../session/person-menu.tsx";
import { TestTime } from "../ui/clock.ts";
import { useSearchKey } from "../ui/shell/search-key.ts";
import { Shell } from "../ui/shell/shell.tsx";
import { TestBand } from "../ui/shell/test-band.tsx";
import { Loaded } from "../ui/states.tsx";
import { useMerchantInView } from "./merchant-in-view.ts";
import { navItems } from "./navigation.ts";
import { NoAffiliate } from "./no-affiliate.tsx";
import { lazily } from "../ui/lazy.ts";
import { PayoutDetailsBanner } from "./payout-details-banner.tsx";

const Commands = lazily(() => import("./commands.tsx"), "Commands");

export function PortalLayout(): ReactNode {
  const person = useQuery(personQuery);
  return <Loaded query={person}>{(data) => <PortalFrame person={data} />}</Loaded>;
}

function PortalFrame({ person }: { person: PersonResponse }): ReactNode {
  const [searching, setSearching] = useState(false);
  usePauseWhenIdle();
  const merchant = useMerchantInView();
  useSearchKey(() => setSearching(true));
  const { test_account: test } = person;
  const remembers = person.affiliate && test === null;
  useEffect(() => (remembers ? rememberSide("portal") : undefined), [remembers]);
  if (!person.affiliate) return <NoAffiliate person={person} />;
  return (
    <TestTime value={test ? Date.parse(test.now) : undefined}>
      <Shell
        {...(test ? { band: <PersonBand name={test.name} now={test.now} accountId={test.id} /> } : {})}
        items={navItems}
        top={<AccountSwitch person={person} current="portal" merchant={merchant} />}
        person={<PersonMenu person={person} you={{ to: "/portal/profile" }} />}
        onSearch={() => setSearching(true)}
      >
        <PayoutDetailsBanner person={person} />
        <Outlet />
      </Shell>
      {searching && (
        <Suspense>
          <Commands onClose={() => setSearching(false)} />
        </Suspense>
      )}
    </TestTime>
  );
}

/** Plain links: the dashboard is outside of the test person's pages. */
const PersonBand = ({ name, now, accountId }: { name: string; now: string; accountId: string }): ReactNode => (
  <TestBand name={name} now={now}>
    <a href={`/dashboard/${accountId}/affiliates`}>Back to the dashboard</a>
  </TestBand>
);
