import { Stack } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { PortalClaim } from "tributary-sdk/pages";
import { Page } from "../../ui/page.tsx";
import { Section } from "../../ui/section.tsx";
import { AskForm } from "./ask-form.tsx";
import { Finding } from "./finding.tsx";
import { OwnClaims } from "./own-claims.tsx";

export function ClaimsPage(): ReactNode {
  const { order = "" } = useSearch({ from: "/portal/claims" });
  return (
    <Page
      title="Why is my sale missing?"
      note="Check an order right away. If that doesn't explain it, send a missing-sale claim to the merchant."
      back={{ label: "Conversions", link: { to: "/portal/conversions" } }}
    >
      <Stack gap={40}>
        {/* The command palette can ask about another order on this page. */}
        <Check key={order} order={order} />
        <Section title="Your missing-sale claims">
          <OwnClaims />
        </Section>
      </Stack>
    </Page>
  );
}

function Check({ order }: { order: string }): ReactNode {
  const [claim, setClaim] = useState<PortalClaim>();
  return (
    <Stack gap="lg">
      <AskForm order={order} onAnswer={setClaim} />
      {/* Always rendered, so that screen readers announce the finding. */}
      <div aria-live="polite">{claim && <Finding key={claim.id} claim={claim} onChange={setClaim} />}</div>
    </Stack>
  );
}
