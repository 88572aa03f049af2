import { Menu, Text, UnstyledButton, useMantineColorScheme } from "@mantine/core";
import { IconBook, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, type LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { PersonResponse } from "tributary-sdk/pages";
import { messageOf } from "../api/failure.ts";
import { personQuery, signOut } from "../api/session.ts";
import { useConfirm } from "../ui/dialog/confirm.tsx";
import { hasUnsaved } from "../ui/form/unsaved-changes.ts";
import { MenuLink } from "../ui/menu-link.tsx";
import { notifyProblem } from "../ui/notice/notify.ts";
import { finishWork } from "./before-sign-out.ts";
import classes from "./person-menu.module.css";

const schemes = [
  { value: "light", label: "Light", icon: IconSun },
  { value: "dark", label: "Dark", icon: IconMoon },
  { value: "auto", label: "System", icon: IconDeviceDesktop },
] as const;

interface PersonMenuProps {
  readonly person: PersonResponse;
  /** The person's own settings, where they have some. */
  readonly you?: LinkOptions;
}

export function PersonMenu({ person, you }: PersonMenuProps): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useSignOut();
  return (
    <Menu position="top-start" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes["button"] ?? ""} aria-label={`Signed in as ${person.user.email}`}>
          <IconUserCircle size={22} stroke={1.5} aria-hidden />
          <Text component="span" size="sm" truncate className={classes["name"] ?? ""}>
            {person.user.name}
          </Text>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{person.user.email}</Menu.Label>
        {you && (
          <>
            <MenuLink {...you} leftSection={<IconUserCircle size={16} aria-hidden />}>
              Your settings
            </MenuLink>
            <Menu.Divider />
          </>
        )}
        <Menu.Label>Theme</Menu.Label>
        {schemes.map(({ value, label, icon: Sign }) => (
          <Menu.Item
            key={value}
            leftSection={<Sign size={16} aria-hidden />}
            onClick={() => setColorScheme(value)}
            fw={colorScheme === value ? 600 : 400}
            aria-current={colorScheme === value}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          Docs
        </Menu.Item>
        {person.test_account === null && (
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={leave}>
            Sign out
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const FINISH_MS = 5_000;

function useSignOut(): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const leave = async (): Promise<void> => {
    // A server that does not respond must not keep anybody signed in.
    await Promise.race([finishWork(), new Promise((done) => setTimeout(done, FINISH_MS))]);
    await signOut();
    // First, so that the sign-in page does not treat this person as signed in.
    queryClient.removeQueries({ queryKey: personQuery.queryKey });
    await navigate({ to: "/signin", search: {}, ignoreBlocker: true });
    queryClient.clear();
  };
  return () => {
    if (!hasUnsaved()) return void leave().catch((error: unknown) => notifyProblem(messageOf(error)));
    // Before the session ends: changes can still be saved.
    confirm({
      title: "Sign out without saving?",
      body: "Your changes on this page have not been saved.",
      action: "Sign out",
      keep: "Keep editing",
      dangerous: true,
      run: leave,
    });
  };
}
