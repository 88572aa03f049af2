import type { ReactNode } from "react";
import { Section } from "../ui/section.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** Sign-in settings, for members and affiliates alike. */
export function Security(): ReactNode {
  return (
    <>
      <Section title="Password" note="Changing it signs you out everywhere else.">
        <PasswordForm />
      </Section>
      <SecondFactor />
      <Section
        title="Sessions"
        note="Where you are signed in. If you don't recognize one, end it and change your password."
      >
        <Sessions />
      </Section>
    </>
  );
}
