import { Menu, type MenuItemProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Native } from "./link.tsx";

/** Apart from the other links, because a menu is much code, which the pages for signing in do without. */
export const MenuLink = createLink((props: MenuItemProps & Native<MenuItemProps>): ReactNode => (
  <Menu.Item component="a" {...props} />
));
