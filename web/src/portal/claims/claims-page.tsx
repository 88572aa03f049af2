import { Stack } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { PortalClaim } from "tributary-sdk/pages";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { AskForm } from "./ask-form.tsx";
import { Finding } from "./finding.tsx";
import { OwnClaims } from "./own-claims.tsx";

export function ClaimsPage(): ReactNode {
  const [claim, setClaim] = useState<PortalClaim>();
  return (
    <Page
      title="Why is my sale missing?"
      note="You get an answer at once from what the service has seen. If it does not settle the matter, the merchant looks at it."
      back={{ label: "Conversions", link: { to: "/portal/conversions" } }}
    >
      <Stack gap={40}>
        <Stack gap="lg">
          <AskForm onAnswer={setClaim} />
          {/* Always there, so that whoever listens hears the answer when it comes. */}
          <div aria-live="polite">{claim && <Finding key={claim.id} claim={claim} onChange={setClaim} />}</div>
        </Stack>
        <Section title="Your claims" note="What you have asked a merchant, and what they answered.">
          <OwnClaims />
        </Section>
      </Stack>
    </Page>
  );
}
