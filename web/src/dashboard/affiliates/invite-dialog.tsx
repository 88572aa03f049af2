import { Select, Stack, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { INVITATION_MESSAGE_MAX, INVITED_EMAILS_MAX, PAGE_SIZE_MAX } from "tributary-sdk/limits";
import type { CampaignsResponse, InviteResponse } from "tributary-sdk/pages";
import { invite } from "../../api/affiliates.ts";
import { campaignsQuery } from "../../api/campaigns.ts";
import { messageOf } from "../../api/failure.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormActions } from "../../ui/form/form-actions.tsx";
import { countText } from "../../format/numbers.ts";
import { useAccount, useChange } from "../shared/account.ts";
import { defaultMessage } from "../../words/invitation-message.ts";
import { InviteResults } from "./invite-results.tsx";
import { OneLink } from "./one-link.tsx";
import { useOffered } from "./use-offered.ts";

interface InviteDialogProps {
  readonly onClose: () => void;
  /** Set if the dialog opens on a campaign's page. */
  readonly campaignId?: string | undefined;
}

/** Invites one person or a pasted list. The server stores only hashes of the links, so they are shown only once. */
export function InviteDialog({ onClose, campaignId }: InviteDialogProps): ReactNode {
  const [sent, setSent] = useState<Sent>();
  const [isTyped, setIsTyped] = useState(false);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={sent ? "Invitations" : "Invite affiliates"}
      size="lg"
      // The link to the public page loads last and appears at the bottom. A centred dialog would move up.
      centered={false}
      yOffset="8vh"
      // A stray click must not discard a pasted list.
      closeOnClickOutside={sent === undefined && !isTyped}
      closeOnEscape={sent === undefined}
    >
      {sent ? (
        <InviteResults {...sent} onClose={onClose} />
      ) : (
        <InviteForm campaignId={campaignId} onTyped={() => setIsTyped(true)} onInvited={setSent} />
      )}
    </Dialog>
  );
}

interface Sent {
  readonly results: InviteResponse["results"];
  readonly message: string;
}

interface InviteFormProps {
  readonly campaignId: string | undefined;
  readonly onTyped: () => void;
  readonly onInvited: (sent: Sent) => void;
}

function InviteForm({ campaignId, onTyped, onInvited }: InviteFormProps): ReactNode {
  const { id: accountId, name: merchant } = useAccount();
  const change = useChange();
  const queryClient = useQueryClient();
  const listQuery = campaignsQuery(accountId, { limit: PAGE_SIZE_MAX });
  const campaigns = useQuery(listQuery);
  const open = openOf(campaigns.data);
  const [chosen, setChosen] = useState<string | null>(campaignId ?? null);
  const [text, setText] = useState("");
  // undefined: the merchant has not changed the default, which names the chosen campaign.
  const [written, setWritten] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const emails = emailsIn(text);
  const campaign = chosen ?? onlyOne(open);
  const offered = useOffered(open.find(({ id }) => id === campaign));
  const shown = written ?? defaultMessage(merchant, offered.data);
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      // The form may be sent before the campaigns are loaded, and the only one needs no choice.
      const loaded = openOf(await queryClient.fetchQuery(listQuery));
      const to = chosen ?? onlyOne(loaded);
      const wrong = problemWith(emails, to);
      if (wrong !== undefined || to === null) {
        setProblem(wrong);
        return setBusy(false);
      }
      const invitedTo = loaded.find(({ id }) => id === to);
      const message = written ?? defaultMessage(merchant, invitedTo && (await offered.load(invitedTo)));
      const { results } = await change(invite(accountId, { campaign_id: to, emails, message }));
      onInvited({ results, message });
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void send();
  };
  return (
    <form onSubmit={submit} onChange={onTyped} noValidate>
      <Stack gap="md">
        <Select
          label="Campaign"
          placeholder={
            open.length > 0 ? "Choose a campaign" : campaigns.isFetching ? "Loading campaigns…" : "No campaigns yet"
          }
          data={open.map(({ id, name }) => ({ value: id, label: name }))}
          value={campaign}
          onChange={(id) => {
            setChosen(id);
            setProblem(undefined);
          }}
          disabled={campaignId !== undefined}
          searchable
          allowDeselect={false}
        />
        <Textarea
          label="Email addresses"
          description="One address, or a list separated by commas, spaces or line breaks."
          autosize
          minRows={3}
          maxRows={10}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
        <Textarea
          label="Message"
          description="You get a link for each person, valid for 7 days. It is added below the message."
          // Fixed, because the default gets longer when the campaigns are loaded.
          rows={6}
          resize="vertical"
          maxLength={INVITATION_MESSAGE_MAX}
          value={shown}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
        <FormActions problem={problem} busy={busy} inDialog>
          {emails.length > 1 ? `Invite ${countText(emails.length, "affiliate")}` : "Invite affiliate"}
        </FormActions>
        {campaign !== null && <OneLink campaignId={campaign} />}
      </Stack>
    </form>
  );
}

type Campaigns = CampaignsResponse["campaigns"];

const openOf = (response: CampaignsResponse | undefined): Campaigns =>
  response?.campaigns.filter(({ status }) => status !== "archived") ?? [];

const onlyOne = (open: Campaigns): string | null => (open.length === 1 ? (open[0]?.id ?? null) : null);

/** `Ada <ada@partner.example>; bob@partner.example` holds two addresses. Keeps invalid entries, so that the form can report them. */
function emailsIn(text: string): string[] {
  const entries = text.split(/[,;\n]+/).flatMap((entry) => {
    const bracketed = Array.from(entry.matchAll(/<([^<>]*)>/g), ([, address = ""]) => address);
    return bracketed.length > 0 ? bracketed : entry.split(/\s+/);
  });
  return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ""))];
}

function problemWith(emails: readonly string[], campaign: string | null): string | undefined {
  if (campaign === null) return "Choose a campaign.";
  if (emails.length === 0) return "Enter at least one email address.";
  const wrong = emails.find((email) => !email.includes("@"));
  if (wrong !== undefined) return `“${wrong}” is not an email address. Correct or remove it.`;
  if (emails.length > INVITED_EMAILS_MAX) return `Invite at most ${INVITED_EMAILS_MAX} affiliates at once.`;
  return undefined;
}
