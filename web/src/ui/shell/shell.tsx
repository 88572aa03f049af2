import { Button, Kbd, Menu, UnstyledButton } from "@mantine/core";
import { IconBook, IconDots, IconSearch, type Icon } from "@tabler/icons-react";
import { Link, type LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MenuLink } from "../menu-link.tsx";
import { searchKeys } from "./search-keys.ts";
import classes from "./shell.module.css";

export interface NavItem {
  readonly label: string;
  readonly icon: Icon;
  readonly link: LinkOptions;
  /** Highlighted only at exactly this address, not below it. */
  readonly exact?: boolean;
}

interface ShellProps {
  readonly items: readonly NavItem[];
  /** At the top: the account, or the switch between accounts. */
  readonly top: ReactNode;
  /** At the bottom: the signed-in person. */
  readonly person: ReactNode;
  readonly banner?: ReactNode;
  /** Above everything, in test mode. */
  readonly band?: ReactNode;
  /** The documentation, below the pages. */
  readonly docsHref?: string;
  readonly onSearch: () => void;
  readonly children: ReactNode;
}

const ON_BOTTOM_BAR = 5;

/** A labelled rail on the left; on a phone, a bar at the bottom. */
export function Shell({ items, top, person, banner, band, docsHref, onSearch, children }: ShellProps): ReactNode {
  return (
    <div className={classes["frame"]} {...(band === undefined ? {} : { "data-test": true })}>
      <a href="#content" className={classes["skip"]}>
        Skip to content
      </a>
      {band}
      <header className={classes["rail"]}>
        <div className={classes["top"]}>{top}</div>
        <SearchButton onSearch={onSearch} />
        <nav aria-label="Main" className={classes["nav"]}>
          {items.map((item) => (
            <NavLink key={item.label} item={item} className={classes["item"] ?? ""} />
          ))}
          {docsHref !== undefined && (
            <a href={docsHref} className={classes["item"]} title="Docs">
              <IconBook size={20} stroke={1.5} aria-hidden />
              <span className={classes["word"]}>Docs</span>
            </a>
          )}
        </nav>
        <div className={classes["person"]}>{person}</div>
      </header>
      <main id="content" className={classes["main"]} tabIndex={-1}>
        <div className={classes["content"]}>
          {banner}
          {children}
        </div>
      </main>
      <BottomBar items={items} />
    </div>
  );
}

function SearchButton({ onSearch }: { onSearch: () => void }): ReactNode {
  return (
    <Button
      className={classes["search"] ?? ""}
      variant="default"
      size="sm"
      justify="space-between"
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={<Kbd size="xs">{searchKeys}</Kbd>}
      onClick={onSearch}
      aria-label="Search and commands"
    >
      <span className={classes["searchWord"]}>Search</span>
    </Button>
  );
}

function BottomBar({ items }: { items: readonly NavItem[] }): ReactNode {
  // The rest goes into the More menu.
  const fitting = items.length > ON_BOTTOM_BAR ? ON_BOTTOM_BAR - 1 : items.length;
  return (
    <nav aria-label="Main" className={classes["bottom"]}>
      {items.slice(0, fitting).map((item) => (
        <NavLink key={item.label} item={item} className={classes["tab"] ?? ""} />
      ))}
      {items.length > fitting && <More items={items.slice(fitting)} />}
    </nav>
  );
}

function More({ items }: { items: readonly NavItem[] }): ReactNode {
  return (
    <Menu position="top-end">
      <Menu.Target>
        <UnstyledButton className={classes["tab"] ?? ""}>
          <IconDots size={20} stroke={1.6} aria-hidden />
          <span>More</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, icon: Sign, link }) => (
          <MenuLink
            key={label}

            {...link}
            leftSection={<Sign size={16} stroke={1.6} aria-hidden />}
          >
            {label}
          </MenuLink>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function NavLink({ item, className }: { item: NavItem; className: string }): ReactNode {
  const Sign = item.icon;
  return (
    <Link
      {...item.link}
      className={className}
      title={item.label}
      activeOptions={{ exact: item.exact === true, includeSearch: false }}
    >
      <Sign size={20} stroke={1.5} aria-hidden />
      <span className={classes["word"]}>{item.label}</span>
    </Link>
  );
}
