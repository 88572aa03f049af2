import { UnstyledButton } from "@mantine/core";
import { Suspense, useState, type ReactNode } from "react";
import { Link } from "@tanstack/react-router";
import { lazily } from "../../ui/lazy.ts";
import { TestBand } from "../../ui/shell/test-band.tsx";
import { useAccount } from "../shared/account.ts";

const ClockDialog = lazily(() => import("./clock-dialog.tsx"), "ClockDialog");

/** The dashboard's band in test mode, with the way to move the clock and the way back. */
export function FrameBand({ now, live }: { now: string; live: { id: string; name: string } }): ReactNode {
  const { name, isOwner } = useAccount();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <TestBand name={name} now={now}>
        {isOwner && <UnstyledButton onClick={() => setOpened(true)}>Advance clock</UnstyledButton>}
        <Link to="/dashboard/$accountId" params={{ accountId: live.id }} title={live.name}>
          Exit test mode
        </Link>
      </TestBand>
      {opened && (
        <Suspense>
          <ClockDialog now={now} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
