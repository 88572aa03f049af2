import type { ReactNode } from "react";
import type { Sorting } from "../ui/table/columns.ts";
import { Section } from "../ui/section.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SecondFactor } from "./second-factor.tsx";
import { Sessions } from "./sessions.tsx";

/** Sign-in settings, for members and affiliates alike. The order of the sessions is in the URL of the page. */
export function Security({ sorting }: { sorting: Sorting }): ReactNode {
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
        <Sessions sorting={sorting} />
      </Section>
    </>
  );
}
