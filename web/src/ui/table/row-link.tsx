import { Text } from "@mantine/core";
import { Link, type LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./data-table.module.css";

interface RowLinkProps {
  readonly link: LinkOptions;
  /** A line below the link. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/**
 * The link in a row's first column. It covers the whole row, so a click anywhere opens it, in the same or a new tab.
 */
export function RowLink({ link, note, children }: RowLinkProps): ReactNode {
  return (
    <>
      <Link {...link} className={classes["link"] ?? ""}>
        {children}
      </Link>
      {note !== undefined && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}
