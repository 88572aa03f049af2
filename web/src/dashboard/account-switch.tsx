import { Badge, Group, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconCheck, IconSelector } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PersonAnswer } from "tributary-sdk/pages";
import type { AccountView } from "./account.ts";
import classes from "./account-switch.module.css";

/** The account's name, and for people with several the way to the others. */
export function AccountSwitch({ person, current }: { person: PersonAnswer; current: AccountView }): ReactNode {
  const name = (
    <Group gap={10} wrap="nowrap" miw={0}>
      <img src="/icon.svg" alt="" width={24} height={24} />
      <Text fw={600} size="sm" truncate>
        {current.name}
      </Text>
    </Group>
  );
  if (person.accounts.length < 2) return <div className={classes["only"]}>{name}</div>;
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <UnstyledButton className={classes["switch"] ?? ""} aria-label={`Account ${current.name}. Switch account`}>
          {name}
          <IconSelector size={16} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Your accounts</Menu.Label>
        {person.accounts.map(({ id, name: accountName, role }) => (
          <Menu.Item
            key={id}
            component={Link}
            {...({ to: "/dashboard/$accountId", params: { accountId: id } } as object)}
            leftSection={
              id === current.id ? <IconCheck size={16} aria-hidden /> : <span className={classes["blank"]} />
            }
            rightSection={
              <Badge size="xs" variant="default" tt="none">
                {role}
              </Badge>
            }
            aria-current={id === current.id}
          >
            {accountName}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
