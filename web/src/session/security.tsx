import type { ReactNode } from "react";
import { Section } from "../ui/section.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** How a person signs in: the same for members and affiliates. */
export function Security(): ReactNode {
  return (
    <>
      <Section title="Password" note="Changing it ends all your other sessions.">
        <PasswordForm />
      </Section>
      <SecondFactor />
      <Section
        title="Sessions"
        note="Where you are signed in. End what you do not recognise, and change your password."
      >
        <Sessions />
      </Section>
    </>
  );
}
