import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconMail } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { InviteResponse, InvitedResponse } from "tributary-sdk/pages";
import { CopyField, CopyWide } from "../../ui/copy.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { countText } from "../../format/numbers.ts";
import { defaultMessage, invitationMessage, mailtoHref } from "../../words/invitation-message.ts";
import { useAccount } from "../shared/account.ts";
import { NotMailed } from "../shared/not-mailed.tsx";
import classes from "./invite-results.module.css";

interface InviteResultsProps {
  readonly results: InviteResponse["results"];
  /** The merchant's message; the default names no campaign. */
  readonly message?: string | undefined;
  readonly onClose: () => void;
}

const mailedOf = (invited: readonly InvitedResponse[]): number => invited.filter(({ mailed }) => mailed).length;

function emailed(invited: readonly InvitedResponse[]): string {
  const count = mailedOf(invited);
  if (count === 0) return "";
  return count === invited.length ? " and emailed" : `, ${count} emailed`;
}

export function InviteResults({ results, message, onClose }: InviteResultsProps): ReactNode {
  const invited = results.filter((result): result is InvitedResponse => "invite_link" in result);
  const refused = results.flatMap((result) => ("error" in result ? [result] : []));
  const isTest = useAccount().test !== null;
  const lines = invited.map(({ email, invite_link: link }) => `${email}\t${link}`).join("\n");
  return (
    <Stack gap="md">
      {invited.length > 0 && (
        <>
          <Text size="sm">
            {countText(invited.length, "link")} created{!isTest && emailed(invited)}. You won&apos;t see{" "}
            {invited.length === 1
              ? "it again, but you can create a new one"
              : "them again, but you can create new ones"}
            .
          </Text>
          {isTest && <KeptEmails count={mailedOf(invited)} />}
          <NotMailed invitations={invited} />
          <ul className={classes["list"]} aria-label="Invitation links">
            {invited.map((each) => (
              <li key={each.email}>
                <Invited invited={each} message={message} />
              </li>
            ))}
          </ul>
        </>
      )}
      {refused.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          title={`${countText(refused.length, "address", "addresses")} not invited`}
        >
          {refused.map(({ email, error }) => (
            <Text key={email} size="sm" style={{ overflowWrap: "anywhere" }}>
              {email}: {error}
            </Text>
          ))}
        </Alert>
      )}
      <Group justify="space-between">
        <Group gap="xs">
          {invited.length > 1 && (
            <>
              <CopyWide value={lines} label="Copy all links" />
              <Button
                component="a"
                variant="default"
                href={`data:text/tab-separated-values;charset=utf-8,${encodeURIComponent(`${lines}\n`)}`}
                download="invitations.tsv"
                leftSection={<IconDownload size={16} aria-hidden />}
              >
                Download links
              </Button>
            </>
          )}
        </Group>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}

/** Test accounts send nothing. */
function KeptEmails({ count }: { count: number }): ReactNode {
  const { id: accountId } = useAccount();
  if (count === 0) return null;
  return (
    <Text size="sm">
      Test accounts send no email. {count === 1 ? "This one is" : "These are"} stored in{" "}
      <AnchorLink to="/dashboard/$accountId/emails" params={{ accountId }} inherit underline="always">
        Emails
      </AnchorLink>
      .
    </Text>
  );
}

/** The link, and a message to send it with. */
function Invited({ invited, message: words }: { invited: InvitedResponse; message: string | undefined }): ReactNode {
  const { name: merchant, test } = useAccount();
  const { email, invite_link: link, expires_at: expiresAt } = invited;
  const own = words ?? defaultMessage(merchant, undefined);
  const message = invitationMessage({ merchant, message: own, link, expiresAt });
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
        {email}
      </Text>
      <CopyField value={link} what={`link for ${email}`} />
      <Group gap="xs">
        <CopyWide value={message.text} label="Copy message" />
        {!test && (
          <Button
            component="a"
            variant="default"
            href={mailtoHref(email, message)}
            leftSection={<IconMail size={16} aria-hidden />}
          >
            Write email
          </Button>
        )}
      </Group>
    </Stack>
  );
}
