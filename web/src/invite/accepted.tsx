import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AcceptedInvitationAnswer } from "tributary-sdk/pages";
import { SignedOutFrame } from "../session/signed-out-frame.tsx";
import { CodeBlock, CopyWide } from "../ui/copy.tsx";
import { ButtonLink } from "../ui/link.tsx";
import type { OpenInvitation } from "./invitation.ts";

interface AcceptedProps {
  readonly invitation: OpenInvitation;
  readonly affiliation: AcceptedInvitationAnswer["affiliation"];
}

/** The link at once; or that somebody has to look first. */
export function Accepted({ invitation, affiliation }: AcceptedProps): ReactNode {
  const { campaign, merchant } = invitation;
  const open = (
    <ButtonLink to="/portal/campaigns/$campaignId" params={{ campaignId: affiliation.campaign_id }}>
      Open the campaign
    </ButtonLink>
  );
  if (affiliation.status !== "active")
    return (
      <SignedOutFrame title="Waiting for approval" note={`You have applied for ${campaign.name}.`}>
        <Alert color="orange" variant="light" icon={<IconClock size={18} aria-hidden />}>
          {merchant.name} looks at each affiliate first. Your link leads to the shop already, and counts from the moment
          they approve you. Come back to the portal to see whether they have.
        </Alert>
        <Group>{open}</Group>
      </SignedOutFrame>
    );
  return (
    <SignedOutFrame title={`You are in ${campaign.name}`} note="This is your link. It counts from now on." width={460}>
      <Stack gap="md">
        <CodeBlock code={affiliation.unique_link} label="your link" wrap />
        <Group gap="sm">
          <CopyWide value={affiliation.unique_link} label="Copy link" />
          {open}
        </Group>
        <Text size="sm" c="dimmed">
          In the portal you find it again, with a QR code, links to single pages, and your figures.
        </Text>
      </Stack>
    </SignedOutFrame>
  );
}
