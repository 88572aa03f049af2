import type { ReactNode } from "react";
import { sentenceCase } from "../format/sentence-case.ts";
import type { Tone } from "../words/tones.ts";
import classes from "./status-badge.module.css";

interface StatusBadgeProps {
  readonly tone: Tone;
  /** For more than a few words. */
  readonly wraps?: boolean;
  readonly children: string;
}

/** A dot and a word. The word tells the status, because some people cannot see the colour. */
export const StatusBadge = ({ tone, wraps = false, children }: StatusBadgeProps): ReactNode => (
  <span className={classes["badge"]} data-tone={tone} data-wraps={wraps || undefined}>
    {sentenceCase(children)}
  </span>
);
