import type { ReactNode } from "react";
import type { Tone } from "../words/tones.ts";
import classes from "./status-badge.module.css";

/** A dot and a word: the word tells the state, so that nobody depends on the colour. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: string }): ReactNode => (
  <span className={classes["badge"]} data-tone={tone}>
    {children}
  </span>
);
