import type { ReactNode } from "react";
import classes from "./card.module.css";

/** A white surface with a border and no shadow. */
export const Card = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={classes["card"]}>{children}</div>
);
