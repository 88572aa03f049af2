import {
  Anchor,
  Button,
  Menu,
  type AnchorProps,
  type ButtonProps,
  type ElementProps,
  type MenuItemProps,
} from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ReactNode } from "react";

type Native<Props> = ElementProps<"a", keyof Props & string>;

/** Mantine's parts as links whose address, params and search are checked against the routes. */
export const AnchorLink = createLink((props: AnchorProps & Native<AnchorProps>): ReactNode => <Anchor {...props} />);

export const ButtonLink = createLink((props: ButtonProps & Native<ButtonProps>): ReactNode => (
  <Button component="a" {...props} />
));

export const MenuLink = createLink((props: MenuItemProps & Native<MenuItemProps>): ReactNode => (
  <Menu.Item component="a" {...props} />
));
