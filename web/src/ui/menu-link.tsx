import { Menu, type MenuItemProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Native } from "./link.tsx";

/** In its own file, so that the sign-in pages do not load the menu code. */
export const MenuLink = createLink((props: MenuItemProps & Native<MenuItemProps>): ReactNode => (
  <Menu.Item component="a" {...props} />
));
