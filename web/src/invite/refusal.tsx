import { Button, Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { ApiFailure, messageOf } from "../api/failure.ts";
import { SignedOutFrame } from "../session/signed-out-frame.tsx";
import { AnchorLink } from "../ui/link.tsx";

export interface RefusalWords {
  readonly title: string;
  readonly what: string;
}

/** What happened to the invitation, and what to do now. */
const words: Readonly<Record<string, RefusalWords>> = {
  invitation_not_found: {
    title: "Unknown invitation",
    what: "There is no invitation at this address. Check that you have copied the whole link, or ask the sender for a new one.",
  },
  invitation_expired: {
    title: "This invitation has expired",
    what: "Invitations work for 7 days. Ask the merchant who sent it for a new link.",
  },
  invitation_used: {
    title: "Already accepted",
    what: "This invitation has been accepted. If it was you, your link waits for you in the portal.",
  },
  invitation_replaced: {
    title: "There is a newer invitation",
    what: "The merchant has sent you another link since. Open the newest one, and forget this one.",
  },
  invitation_withdrawn: {
    title: "This invitation was withdrawn",
    what: "The merchant has taken it back. If you think that this is a mistake, ask them for a new link.",
  },
  campaign_archived: {
    title: "This campaign has ended",
    what: "Nobody can join it any more. Ask the merchant whether they have another one for you.",
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
  /** Where else to go. */
  readonly children: ReactNode;
}

export function RefusalIn({ words: known, error, onRetry, children }: RefusalInProps): ReactNode {
  const said = error instanceof ApiFailure ? known[error.code] : undefined;
  if (!said)
    return (
      <SignedOutFrame title="The invitation could not be shown" note={messageOf(error)}>
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
