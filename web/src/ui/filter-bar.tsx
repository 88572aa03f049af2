import type { ReactNode } from "react";
import classes from "./filter-bar.module.css";

/** All filters of a list in one line. */
export function FilterBar({ children }: { children: ReactNode }): ReactNode {
  return (
    <search className={classes["bar"]} aria-label="Filters">
      {children}
    </search>
  );
}
