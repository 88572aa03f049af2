import { Button, Group } from "@mantine/core";
import { type ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { messageOf } from "../api/failure.ts";
import { AnchorLink } from "../ui/link.tsx";
import { SignedOutFrame } from "./signed-out-frame.tsx";

export function PageMissing(): ReactNode {
  return (
    <SignedOutFrame title="Nothing here" note="There is no page at this address.">
      <AnchorLink to="/" underline="always">
        Go to the start
      </AnchorLink>
    </SignedOutFrame>
  );
}

/** What no page caught: the service away, or a mistake of ours. */
export function PageProblem({ error }: ErrorComponentProps): ReactNode {
  return (
    <SignedOutFrame title="This page could not be shown" note={messageOf(error)}>
      <Group>
        <Button onClick={() => window.location.reload()}>Load it again</Button>
      </Group>
    </SignedOutFrame>
  );
}
