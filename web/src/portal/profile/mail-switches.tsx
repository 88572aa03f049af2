import { Stack, Switch, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { MailSwitches as Switches, PortalProfileResponse } from "tributary-sdk/pages";
import { messageOf } from "../../api/failure.ts";
import { changeProfile, portalKey } from "../../api/portal.ts";
import { notifyProblem } from "../../ui/notice/notify.ts";
import { useChangeOf } from "../../ui/notice/change.ts";

const emails: readonly { kind: keyof Switches; label: string; description: string }[] = [
  { kind: "invitation", label: "Invitations", description: "A merchant invites you to a campaign." },
  { kind: "approval", label: "Approvals", description: "A merchant approves you for a campaign." },
  { kind: "claim_answered", label: "Missing-sale claims", description: "A merchant answers your claim." },
  {
    kind: "payout_reminder",
    label: "Payout reminders",
    description: "A merchant can't pay you because your payout details are missing.",
  },
];

/** Security emails are always sent. */
export function MailSwitches({ profile }: { profile: PortalProfileResponse["profile"] }): ReactNode {
  const change = useChangeOf(portalKey());
  const set = async (kind: keyof Switches, on: boolean): Promise<void> => {
    try {
      await change(changeProfile({ mail: { [kind]: on } }), () => (on ? "Emails turned on." : "Emails turned off."));
    } catch (error) {
      notifyProblem(messageOf(error));
    }
  };
  return (
    <Stack gap="md">
      {!profile.mail_is_sent && (
        <Text size="sm" c="dimmed" className="prose">
          Email isn't set up on this server yet. Your choices apply once it is.
        </Text>
      )}
      {emails.map(({ kind, label, description }) => (
        <Switch
          key={kind}
          label={label}
          description={description}
          checked={profile.mail[kind]}
          onChange={(event) => void set(kind, event.currentTarget.checked)}
        />
      ))}
      <Text size="sm" c="dimmed" className="prose">
        You always get emails about your password and payout details.
      </Text>
    </Stack>
  );
}
