import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { AcceptInvitationBody, MemberInvitationResponse } from "tributary-sdk/pages";
import { acceptMemberInvitation, memberInvitationQuery } from "../api/members.ts";
import { personQuery } from "../api/session.ts";
import { Answer } from "./answer.tsx";
import { RefusalIn, type RefusalWords } from "./refusal.tsx";
import { SignedOutFrame } from "../session/signed-out-frame.tsx";
import { useVisitor } from "./visitor.ts";
import { AnchorLink } from "../ui/link.tsx";
import { roleWords } from "../words/roles.ts";
import { Terms } from "../ui/terms.tsx";
import { exactTime } from "../format/dates.ts";
import { sentenceCase } from "../format/sentence-case.ts";
import { notifyDone } from "../ui/notice/notify.ts";
import { Lines } from "../ui/states.tsx";

/** An invitation to an account. Opening the page changes nothing; only the button accepts. */
export function JoinPage(): ReactNode {
  const { token } = useParams({ from: "/join/$token" });
  const query = useQuery({ ...memberInvitationQuery(token), refetchOnWindowFocus: false });
  const { isKnown, person } = useVisitor();
  const accept = useAccept(token);
  if (query.error) return <Refusal error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || !isKnown)
    return (
      <SignedOutFrame title="Invitation">
        <Lines />
      </SignedOutFrame>
    );
  const { invitation } = query.data;
  const { account, email } = invitation;
  return (
    <SignedOutFrame title={`Join ${account.name}`} note={invitedBy(invitation)} width={460}>
      <Terms
        terms={[
          ["Your role", sentenceCase(invitation.role)],
          ["Access", roleWords[invitation.role]],
          ["Expires", exactTime(invitation.expires_at)],
        ]}
      />
      <Answer invited={{ email, by: account.name }} person={person} accept={accept} />
    </SignedOutFrame>
  );
}

/** An owner may have the account's name; "Rivers has invited you to join Rivers" would read oddly. */
const invitedBy = ({ invited_by: by, account }: MemberInvitationResponse["invitation"]): string =>
  by.name === account.name
    ? "You have been invited to join this account on Tributary."
    : `${by.name} has invited you to join this account on Tributary.`;

function useAccept(token: string): (body?: AcceptInvitationBody) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async (body) => {
    const { account } = await acceptMemberInvitation(token, body);
    // The dashboard reads the person's accounts, and the cached list lacks this one.
    await queryClient.fetchQuery({ ...personQuery, staleTime: 0 });
    await navigate({ to: "/dashboard/$accountId", params: { accountId: account.id }, replace: true });
    notifyDone(`You're in. Your role in ${account.name} is ${account.role}.`);
  };
}

const words: Readonly<Record<string, RefusalWords>> = {
  invitation_not_found: {
    title: "Unknown invitation",
    what: "This link is not valid. Check that you have copied all of it, or ask the sender for a new one.",
  },
  invitation_expired: {
    title: "This invitation has expired",
    what: "Invitations work for 7 days. Ask the sender for a new link.",
  },
  invitation_used: {
    title: "Already accepted",
    what: "This invitation has already been accepted. If that was you, sign in.",
  },
  invitation_replaced: {
    title: "There is a newer invitation",
    what: "You have received a newer link. Use that one.",
  },
  invitation_withdrawn: {
    title: "This invitation was withdrawn",
    what: "An owner of the account withdrew it. If this is a mistake, ask them for a new link.",
  },
};

const Refusal = (props: { error: Error; onRetry: () => void }): ReactNode => (
  <RefusalIn words={words} {...props}>
    <Text component="span" size="sm">
      <AnchorLink to="/" underline="always">
        Go to your accounts
      </AnchorLink>
    </Text>
  </RefusalIn>
);
