import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { AcceptInvitationBody } from "tributary-sdk/pages";
import { acceptInvitation, invitationQuery } from "../api/invitation.ts";
import { personQuery } from "../api/session.ts";
import { SignedOutFrame } from "../session/signed-out-frame.tsx";
import { Accented, MerchantLogo } from "../ui/merchant-brand.tsx";
import { Lines } from "../ui/states.tsx";
import { Accepted } from "./accepted.tsx";
import { Answer } from "./answer.tsx";
import type { Affiliation, OpenInvitation } from "./invitation.ts";
import { OfferTerms, promiseOf } from "./offer.tsx";
import { Refusal } from "./refusal.tsx";
import { useVisitor } from "./visitor.ts";

interface Joined {
  readonly invitation: OpenInvitation;
  readonly affiliation: Affiliation;
  readonly password: string | undefined;
}

/** Opening the page changes nothing; only the button accepts. */
export function InvitePage(): ReactNode {
  const { token } = useParams({ from: "/invite/$token" });
  const query = useQuery({ ...invitationQuery(token), refetchOnWindowFocus: false });
  const { isKnown, person } = useVisitor();
  const queryClient = useQueryClient();
  const [joined, setJoined] = useState<Joined>();
  if (joined) return <Accepted {...joined} offer={joined.invitation} />;
  if (query.error) return <Refusal error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || !isKnown)
    return (
      <SignedOutFrame title="Invitation">
        <Lines />
      </SignedOutFrame>
    );
  const { invitation } = query.data;
  const accept = async (body?: AcceptInvitationBody): Promise<void> => {
    const { affiliation } = await acceptInvitation(token, body);
    // The person is an affiliate now.
    void queryClient.invalidateQueries({ queryKey: personQuery.queryKey });
    setJoined({ invitation, affiliation, password: body?.password });
  };
  const { name: merchant, brand } = invitation.merchant;
  return (
    <SignedOutFrame
      title={`${merchant} has invited you`}
      mark={brand.logo_url === null ? undefined : <MerchantLogo brand={brand} height={48} />}
      note={
        <>
          {brand.cover_line !== null && (
            <Text span inherit display="block">
              {brand.cover_line}
            </Text>
          )}
          Become an affiliate of {invitation.campaign.name}: {promiseOf(invitation)}
        </>
      }
      width={460}
    >
      <OfferTerms offer={invitation} expiresAt={invitation.expires_at} />
      <Accented accent={brand.accent}>
        <Answer invited={{ email: invitation.email, by: merchant }} person={person} accept={accept} />
      </Accented>
    </SignedOutFrame>
  );
}
