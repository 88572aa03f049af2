import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { InvitedMemberResponse } from "tributary-sdk/pages";
import { CodeBlock, CopyWide } from "../../ui/copy.tsx";
import { exactTime } from "../../format/dates.ts";
import { NotMailed } from "../shared/not-mailed.tsx";

interface InvitedMemberProps {
  readonly invited: InvitedMemberResponse;
  readonly onClose: () => void;
}

export function InvitedMember({ invited, onClose }: InvitedMemberProps): ReactNode {
  const { email, role, invite_link: link, expires_at: until, mailed } = invited;
  return (
    <Stack gap="md">
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {mailed ? `We emailed this link to ${email}.` : `Share this link with ${email}.`} Their role will be {role}. The
        link works once and expires {exactTime(until)}. You won&apos;t see it again, but you can create a new one.
      </Text>
      <NotMailed invitations={[invited]} />
      <CodeBlock code={link} label={`link for ${email}`} wrap />
      <Group justify="space-between">
        <CopyWide value={link} label="Copy link" />
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
