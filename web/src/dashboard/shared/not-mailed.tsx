import { Alert, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { InvitationMail, NotMailedReason } from "tributary-sdk/pages";
import { countText } from "../../format/numbers.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { useAccount } from "./account.ts";

/** Says nothing if no mail server is set up: then nobody expects an email. */
const why: Readonly<Record<Exclude<NotMailedReason, "mail_off">, string>> = {
  sender_unverified: "your own email address is not verified yet.",
  already_mailed: "you already emailed this address within the last 24 hours.",
  account_limit: "your account has reached its limit of 200 invitation emails a day.",
  recipient_limit: "this address cannot receive more invitation emails right now.",
};
const reasons = Object.keys(why) as (keyof typeof why)[];

/** Says which invitations were not emailed, with one sentence per reason. Their links still work. */
export function NotMailed({ invitations }: { invitations: readonly InvitationMail[] }): ReactNode {
  const { id: accountId } = useAccount();
  const found = reasons.flatMap((reason) => {
    const count = invitations.filter(({ not_mailed_reason: each }) => each === reason).length;
    return count === 0 ? [] : [{ reason, count }];
  });
  if (found.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title="Share the link yourself">
      {found.map(({ reason, count }) => (
        <Text key={reason} size="sm">
          {invitations.length === 1 ? "No email was sent" : `${countText(count, "invitation")} not emailed`}:{" "}
          {why[reason]}{" "}
          {reason === "sender_unverified" && (
            <AnchorLink underline="always" to="/dashboard/$accountId/settings/you" params={{ accountId }}>
              Verify it in settings
            </AnchorLink>
          )}
        </Text>
      ))}
    </Alert>
  );
}
