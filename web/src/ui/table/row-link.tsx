import { Link, type LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./data-table.module.css";

/** The link of a row's first column. It stretches over the whole row, so a click anywhere opens it, also in a new tab. */
export function RowLink({ link, children }: { link: LinkOptions; children: ReactNode }): ReactNode {
  return (
    <Link {...link} className={classes["link"] ?? ""}>
      {children}
    </Link>
  );
}
