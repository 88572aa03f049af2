import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { profileQuery } from "../api/portal.ts";
import { PayoutForm } from "../portal/profile/payout-form.tsx";
import { Section } from "../ui/section.tsx";

interface PayoutStepProps {
  readonly merchant: string;
  readonly password: string | undefined;
}

/**
 * Asks for payout details right after joining, unless they are already saved. People who skip this can add them in
 * their profile.
 */
export function PayoutStep({ merchant, password }: PayoutStepProps): ReactNode {
  const { data } = useQuery(profileQuery);
  const [skipped, setSkipped] = useState(false);
  if (!data || data.profile.payout_details !== null || skipped) return null;
  return (
    <Section
      title="How do you want to be paid?"
      note={`${merchant} needs your payout details to pay you. They are stored encrypted.`}
    >
      <PayoutForm
        name={data.profile.name}
        knownPassword={password}
        cancelLabel="Skip for now"
        onDone={() => setSkipped(true)}
      />
    </Section>
  );
}
