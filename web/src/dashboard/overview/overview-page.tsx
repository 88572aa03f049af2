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
import { Waiting } from "./waiting.tsx";

/** The way to the first conversion for a new account; from then on how it goes, and what waits for its people. */
export function OverviewPage(): ReactNode {
  const { id: accountId, name } = useAccount();
  const lookInterval = useFollow();
  const query = useQuery({
    ...setupQuery(accountId),
    // The steps are checked off while the reader watches; afterwards nothing in it changes.
    refetchInterval: ({ state }) => (state.data?.approved === true ? false : lookInterval),
  });
  const done = query.data?.approved === true;
  return (
    <Page
      title={done || !query.data ? "Overview" : `Welcome, ${name}`}
      note={query.data && !done ? "Six steps to the first conversion. Each is checked off by itself." : undefined}
    >
      <Loaded query={query}>
        {(setup) => (
          <Stack gap="xl">
            {!setup.approved && <Checklist setup={setup} />}
            {setup.conversion && (
              <>
                <Numbers />
                <Waiting />
              </>
            )}
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
