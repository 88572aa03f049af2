import { useSyncExternalStore, type ReactNode } from "react";
import { isUnreachable, onReachability } from "../../api/reachability.ts";
import classes from "./connection-line.module.css";

/** Shown on every page while the server does not respond. */
export function ConnectionLine(): ReactNode {
  const shown = useSyncExternalStore(onReachability, isUnreachable);
  return (
    <output className={classes["line"]} data-shown={shown}>
      {shown ? "Can't reach the server. Retrying…" : ""}
    </output>
  );
}
