import { Stack } from "@mantine/core";
import { linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import { Door } from "../session/door.tsx";
import { PersonMenu } from "../session/person-menu.tsx";
import { ButtonLink } from "../ui/link.tsx";

const linkTo = (accountId: string) => linkOptions({ to: "/dashboard/$accountId", params: { accountId } });

/** An account that is not theirs looks like one that does not exist. */
export function AccountMissing({ person }: { person: PersonAnswer }): ReactNode {
  const note =
    person.accounts.length === 0
      ? "You are signed in, but belong to no account. Ask an owner to invite you."
      : "There is no such account, or you do not belong to it.";
  return (
    <Door title="No such account" note={note}>
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
