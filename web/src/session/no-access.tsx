import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { ButtonLink } from "../ui/link.tsx";
import { SignedOutFrame } from "./signed-out-frame.tsx";
import { PersonMenu } from "./person-menu.tsx";

interface NoAccessProps {
  readonly person: PersonResponse;
  readonly title: string;
  readonly note: string;
}

/** For a signed-in person without access here: links to their accounts. */
export function NoAccess({ person, title, note }: NoAccessProps): ReactNode {
  return (
    <SignedOutFrame title={title} note={note}>
      <Stack gap="xs">
        {person.accounts.map(({ id, name }) => (
          <ButtonLink key={id} to="/dashboard/$accountId" params={{ accountId: id }} variant="default">
            Go to {name}
          </ButtonLink>
        ))}
        <PersonMenu person={person} />
      </Stack>
    </SignedOutFrame>
  );
}
