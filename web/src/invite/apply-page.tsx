import { Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { ApplyBody, PersonResponse, PortalApplicationPageResponse } from "tributary-sdk/pages";
import { apply, applicationPageQuery, confirmApplication } from "../api/applications.ts";
import { personQuery } from "../api/session.ts";
import { CodeForm } from "../session/code-form.tsx";
import { SignedOutFrame } from "../session/signed-out-frame.tsx";
import { AnchorLink } from "../ui/link.tsx";
import { Accented, MerchantLogo } from "../ui/merchant-brand.tsx";
import { Lines } from "../ui/states.tsx";
import { Accepted } from "./accepted.tsx";
import { ApplyForm } from "./apply-form.tsx";
import type { Affiliation } from "./invitation.ts";
import { OfferTerms, promiseOf } from "./offer.tsx";
import { RefusalIn, type RefusalWords } from "./refusal.tsx";
import { useVisitor } from "./visitor.ts";

type OpenPage = PortalApplicationPageResponse["page"];

/** The public page of a campaign: what it offers, and a form to apply. */
export function ApplyPage(): ReactNode {
  const { slug } = useParams({ from: "/p/$slug" });
  const query = useQuery({ ...applicationPageQuery(slug), refetchOnWindowFocus: false });
  const { isKnown, person } = useVisitor();
  const queryClient = useQueryClient();
  const [joined, setJoined] = useState<Joined>();
  // First, because the person is refetched after joining, and the page would show as loading.
  if (joined) return <Accepted {...joined} />;
  if (query.error) return <Refusal error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data || !isKnown)
    return (
      <SignedOutFrame title="Affiliate program" width={460}>
        <Lines />
      </SignedOutFrame>
    );
  const { page } = query.data;
  const join = (affiliation: Affiliation, password?: string): void => {
    setJoined({ offer: page, affiliation, password });
    // The person may have signed in by joining, and is an affiliate now.
    void queryClient.invalidateQueries({ queryKey: personQuery.queryKey });
  };
  return <Applying slug={slug} page={page} person={person} onJoined={join} />;
}

interface Joined {
  readonly offer: OpenPage;
  readonly affiliation: Affiliation;
  readonly password: string | undefined;
}

interface ApplyingProps {
  readonly slug: string;
  readonly page: OpenPage;
  /** undefined when signed out. */
  readonly person: PersonResponse | undefined;
  readonly onJoined: (affiliation: Affiliation, password?: string) => void;
}

/** What the person has sent, until the next step is done. */
interface Sent {
  readonly email: string;
  readonly password: string | undefined;
  /** For the code from the email; undefined if the merchant sends the link. */
  readonly token: string | undefined;
}

function Applying({ slug, page, person, onJoined }: ApplyingProps): ReactNode {
  const queryClient = useQueryClient();
  const [sent, setSent] = useState<Sent>();
  const action = actionOf(page, person !== undefined);
  const send = async (body: ApplyBody): Promise<void> => {
    // Fails if the session has ended meanwhile.
    if (person) await queryClient.fetchQuery({ ...personQuery, staleTime: 0 });
    const answer = await apply(slug, body);
    if (answer.step === "joined") return onJoined(answer.affiliation);
    const token = answer.step === "verification" ? answer.verification.token : undefined;
    setSent({ email: body.email ?? person?.user.email ?? "", password: body.password, token });
  };
  if (sent && sent.token === undefined) return <Received page={page} email={sent.email} />;
  const { name: merchant, brand } = page.merchant;
  return (
    <SignedOutFrame
      title={`Become an affiliate of ${merchant}`}
      mark={brand.logo_url === null ? undefined : <MerchantLogo brand={brand} height={48} />}
      note={
        <>
          {brand.cover_line !== null && <span className="line">{brand.cover_line}</span>}
          Join {page.campaign.name}: {promiseOf(page)}
        </>
      }
      width={460}
    >
      <OfferTerms offer={page} />
      <Accented accent={brand.accent}>
        {sent?.token !== undefined && (
          <CodeForm
            email={sent.email}
            purpose="to finish your application"
            action={action}
            onCode={async (code) => {
              const { affiliation } = await confirmApplication(slug, { token: sent.token ?? "", code });
              onJoined(affiliation, sent.password);
            }}
            onBack={() => setSent(undefined)}
          />
        )}
        {/* Hidden instead of unmounted: people who go back keep what they typed. */}
        <div hidden={sent !== undefined}>
          <ApplyForm page={page} person={person} action={action} onSend={send} />
        </div>
      </Accented>
      {!person && !sent && (
        <Text size="sm" c="dimmed">
          Already have an account?{" "}
          <AnchorLink to="/signin" search={{ next: `/p/${slug}` }} underline="always">
            Sign in
          </AnchorLink>
        </Text>
      )}
    </SignedOutFrame>
  );
}

/** Without email, people without an account wait for the merchant's link. */
const actionOf = ({ campaign, mail_is_sent: mailed }: OpenPage, signedIn: boolean): string =>
  campaign.needs_approval || !(mailed || signedIn) ? "Send application" : "Join";

const Received = ({ page, email }: { page: OpenPage; email: string }): ReactNode => (
  <SignedOutFrame
    title="Application sent"
    note={`${page.merchant.name} will review it and send your personal link to ${email}.`}
    width={460}
  >
    <Text size="sm">You can close this page.</Text>
  </SignedOutFrame>
);

const words: Readonly<Record<string, RefusalWords>> = {
  application_page_not_found: {
    title: "Page not found",
    what: "This address is not valid. Check that you have copied all of it, or ask the merchant for the right one.",
  },
  applications_closed: {
    title: "Applications are closed",
    what: "This program is not accepting applications right now. Ask the merchant when it opens again.",
  },
};

const Refusal = (props: { error: Error; onRetry: () => void }): ReactNode => (
  <RefusalIn words={words} what="page" {...props}>
    <AnchorLink to="/portal" underline="always">
      Go to the portal
    </AnchorLink>
  </RefusalIn>
);
