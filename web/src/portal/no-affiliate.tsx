import { Stack } from "@mantine/core";
import { linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import { Door } from "../session/door.tsx";
import { PersonMenu } from "../session/person-menu.tsx";
import { ButtonLink } from "../ui/link.tsx";

const linkTo = (accountId: string) => linkOptions({ to: "/dashboard/$accountId", params: { accountId } });

/** A member of an account is no affiliate by that: only an accepted invitation opens the portal. */
export function NoAffiliate({ person }: { person: PersonAnswer }): ReactNode {
  return (
    <Door
      title="Not an affiliate yet"
      note="The portal is for affiliates. A merchant sends you an invitation link; open it while you are signed in here, and accept."
    >
      <Stack gap="xs">
        {person.accounts.map(({ id, name }) => (
          <ButtonLink key={id} {...linkTo(id)} variant="default">
            Go to {name}
          </ButtonLink>
        ))}
        <PersonMenu person={person} />
      </Stack>
    </Door>
  );
}
