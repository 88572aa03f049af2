import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { MoneySummaryResponse, RemindersResponse } from "tributary-sdk/pages";
import { remindPayees } from "../../api/balances.ts";
import { countText } from "../../format/numbers.ts";
import { ActionButton } from "../../ui/action-button.tsx";
import { useAccount, useChange } from "../shared/account.ts";

/** Emails the affiliates who are owed money but have no payout details. */
export function RemindButton({ summary }: { summary: MoneySummaryResponse }): ReactNode {
  const { id: accountId, canManage, test } = useAccount();
  const change = useChange();
  if (!canManage || summary.blocked_affiliates === 0) return null;
  if (!summary.mail_is_sent)
    return (
      <Text span size="sm" c="dimmed">
        Email isn't set up on this server. Ask them to add their details in the portal.
      </Text>
    );
  return (
    <ActionButton
      variant="default"
      size="xs"
      run={() => change(remindPayees(accountId), (done) => remindedText(done, test !== null))}
    >
      {summary.blocked_affiliates === 1 ? "Send reminder" : "Send reminders"}
    </ActionButton>
  );
}

function remindedText({ reminded, skipped, left, not_mailed: reason }: RemindersResponse, isTest: boolean): string {
  if (reason === "mail_off") return "No reminder sent. Email isn't set up on this server.";
  if (reason === "sender_unverified") return "No reminder sent. Verify your own email address in settings first.";
  const recent = `${countText(skipped, "affiliate")} already got one in the last 7 days.`;
  if (reminded === 0) return `No reminder sent. ${recent}`;
  const count = countText(reminded, "reminder");
  const sent = isTest ? `Stored ${count} in Emails.` : `Sent ${count}.`;
  if (left > 0) return `${sent} Send again to remind ${left} more.`;
  return skipped === 0 ? sent : `${sent} ${recent}`;
}
