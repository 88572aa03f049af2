import { Button, Kbd, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconDots, IconSearch, type Icon } from "@tabler/icons-react";
import { Link, type LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MenuLink } from "../menu-link.tsx";
import classes from "./shell.module.css";

export interface Place {
  readonly label: string;
  readonly icon: Icon;
  readonly link: LinkOptions;
  /** Only at exactly this address, not below it. */
  readonly exact?: boolean;
}

interface ShellProps {
  readonly places: readonly Place[];
  /** On top: whose pages these are, and the way to others. */
  readonly top: ReactNode;
  /** At the end: who is signed in. */
  readonly person: ReactNode;
  readonly banner?: ReactNode;
  readonly onSearch: () => void;
  readonly children: ReactNode;
}

const ON_BOTTOM_BAR = 5;

/** A rail with words on the left; on a phone a bar at the bottom. */
export function Shell({ places, top, person, banner, onSearch, children }: ShellProps): ReactNode {
  return (
    <div className={classes["frame"]}>
      <a href="#content" className={classes["skip"]}>
        Skip to content
      </a>
      <header className={classes["rail"]}>
        <div className={classes["top"]}>{top}</div>
        <SearchButton onSearch={onSearch} />
        <nav aria-label="Main" className={classes["nav"]}>
          {places.map((place) => (
            <PlaceLink key={place.label} place={place} className={classes["place"] ?? ""} />
          ))}
        </nav>
        <div className={classes["person"]}>{person}</div>
      </header>
      <main id="content" className={classes["main"]} tabIndex={-1}>
        <div className={classes["content"]}>
          {banner}
          {children}
        </div>
      </main>
      <BottomBar places={places} />
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
      rightSection={<Kbd size="xs">⌘K</Kbd>}
      onClick={onSearch}
      aria-label="Search and commands"
    >
      <span className={classes["searchWord"]}>Search</span>
    </Button>
  );
}

function BottomBar({ places }: { places: readonly Place[] }): ReactNode {
  // What does not fit waits behind the last one.
  const fitting = places.length > ON_BOTTOM_BAR ? ON_BOTTOM_BAR - 1 : places.length;
  return (
    <nav aria-label="Main" className={classes["bottom"]}>
      {places.slice(0, fitting).map((place) => (
        <PlaceLink key={place.label} place={place} className={classes["tab"] ?? ""} />
      ))}
      {places.length > fitting && <More places={places.slice(fitting)} />}
    </nav>
  );
}

function More({ places }: { places: readonly Place[] }): ReactNode {
  return (
    <Menu position="top-end">
      <Menu.Target>
        <UnstyledButton className={classes["tab"] ?? ""}>
          <IconDots size={20} stroke={1.6} aria-hidden />
          <span>More</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {places.map(({ label, icon: Sign, link }) => (
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

function PlaceLink({ place, className }: { place: Place; className: string }): ReactNode {
  const Sign = place.icon;
  return (
    <Link {...place.link} className={className} activeOptions={{ exact: place.exact === true, includeSearch: false }}>
      <Sign size={20} stroke={1.6} aria-hidden />
      <Text component="span" inherit>
        {place.label}
      </Text>
    </Link>
  );
}
