import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { setupQuery } from "../../api/developers.ts";
import { Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { useFollow } from "../shared/follow-conversions.ts";
import { Checklist } from "./checklist.tsx";
import { Numbers } from "./numbers.tsx";

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
          <Stack gap="xl">
            {!setup.approved && <Checklist setup={setup} />}
            {setup.conversion && <Numbers />}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
