import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Suspense, type ReactNode } from "react";
import { setupQuery } from "../../api/developers.ts";
import { lazily } from "../../ui/lazy.ts";
import { Page } from "../../ui/page.tsx";
import { Lines, Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { useFollow } from "../shared/follow-conversions.ts";
import { Numbers } from "./numbers.tsx";

const Checklist = lazily(() => import("./checklist.tsx"), "Checklist");

/** A new account gets the setup checklist. Once there is a conversion, the page shows figures and pending work. */
export function OverviewPage(): ReactNode {
  const { id: accountId, name } = useAccount();
  const pollInterval = useFollow();
  const query = useQuery({
    ...setupQuery(accountId),
    // Steps are ticked off without a reload. Once the last one is done, nothing changes anymore.
    refetchInterval: ({ state }) => (state.data?.approved === true ? false : pollInterval),
  });
  const done = query.data?.approved === true;
  return (
    <Page
      title={done || !query.data ? "Overview" : `Welcome, ${name}`}
      note={query.data && !done ? "Six steps to your first conversion. We'll tick them off as you go." : undefined}
    >
      <Loaded query={query}>
        {(setup) => (
          <Suspense fallback={<Lines />}>
            <Stack gap="xl">
              {!setup.approved && <Checklist setup={setup} />}
              {setup.conversion && <Numbers />}
            </Stack>
          </Suspense>
        )}
      </Loaded>
    </Page>
  );
}
