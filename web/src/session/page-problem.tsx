import { Button, Group } from "@mantine/core";
import { type ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { messageOf } from "../api/failure.ts";
import { AnchorLink } from "../ui/link.tsx";
import { SignedOutFrame } from "./signed-out-frame.tsx";

export function PageMissing(): ReactNode {
  return (
    <SignedOutFrame title="Page not found" note="Check the address, or go back to the start.">
      <AnchorLink to="/" underline="always">
        Go to start page
      </AnchorLink>
    </SignedOutFrame>
  );
}

/** For errors that no page handles: the server is unavailable, or a bug. */
export function PageProblem({ error }: ErrorComponentProps): ReactNode {
  return (
    <SignedOutFrame title="Couldn't show this page" note={messageOf(error)}>
      <Group>
        <Button onClick={() => window.location.reload()}>Reload</Button>
      </Group>
    </SignedOutFrame>
  );
}
