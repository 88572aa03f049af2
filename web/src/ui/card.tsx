import type { ReactNode } from "react";
import classes from "./card.module.css";

/** White on paper, with a line around it and no shadow. */
export const Card = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={classes["card"]}>{children}</div>
);
