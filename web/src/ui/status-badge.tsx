import type { ReactNode } from "react";
import { sentenceCase } from "../format/sentence-case.ts";
import type { Tone } from "../words/tones.ts";
import classes from "./status-badge.module.css";

/** A dot and a word. The word tells the status, because some people cannot see the colour. */
export const StatusBadge = ({ tone, children }: { tone: Tone; children: string }): ReactNode => (
  <span className={classes["badge"]} data-tone={tone}>
    {sentenceCase(children)}
  </span>
);
