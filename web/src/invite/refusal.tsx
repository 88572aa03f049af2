import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiFailure, messageOf } from "../api/failure.ts";
import { SignedOutFrame } from "../session/signed-out-frame.tsx";
import { AnchorLink } from "../ui/link.tsx";

export interface RefusalWords {
  readonly title: string;
  readonly what: string;
}

const words: Readonly<Record<string, RefusalWords>> = {
  invitation_not_found: {
    title: "Unknown invitation",
    what: "This link is not valid. Check that you have copied all of it, or ask the sender for a new one.",
  },
  invitation_expired: {
    title: "This invitation has expired",
    what: "Invitations work for 7 days. Ask the merchant for a new one.",
  },
  invitation_used: {
    title: "Already accepted",
    what: "This invitation has already been accepted. If that was you, your link is in the portal.",
  },
  invitation_replaced: {
    title: "There is a newer invitation",
    what: "The merchant has sent you a newer link. Use that one.",
  },
  invitation_withdrawn: {
    title: "This invitation was withdrawn",
    what: "The merchant withdrew it. If this is a mistake, ask them for a new link.",
  },
  campaign_archived: {
    title: "This campaign has ended",
    what: "It no longer accepts affiliates. Ask the merchant about other campaigns.",
  },
};

export const Refusal = (props: { error: Error; onRetry: () => void }): ReactNode => (
  <RefusalIn words={words} {...props}>
    <AnchorLink to="/portal" underline="always">
      Go to the portal
    </AnchorLink>
  </RefusalIn>
);

interface RefusalInProps {
  readonly words: Readonly<Record<string, RefusalWords>>;
  readonly error: Error;
  readonly onRetry: () => void;
  /** What could not be loaded. */
  readonly what?: string;
  /** A link to another page. */
  readonly children: ReactNode;
}

export function RefusalIn({ words: known, error, onRetry, what = "invitation", children }: RefusalInProps): ReactNode {
  const said = error instanceof ApiFailure ? known[error.code] : undefined;
  if (!said)
    return (
      <SignedOutFrame title={`Couldn't load the ${what}`} note={messageOf(error)}>
        <Group>
          <Button onClick={onRetry}>Try again</Button>
        </Group>
      </SignedOutFrame>
    );
  return (
    <SignedOutFrame title={said.title} note={said.what}>
      <Text size="sm">{children}</Text>
    </SignedOutFrame>
  );
}
