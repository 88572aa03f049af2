import type { ReactNode } from "react";
import { Section } from "../../ui/section.tsx";
import classes from "./editor.module.css";

/** Rules of one kind, in the order in which they are tried. */
export function RuleSection({
  title,
  note,
  children,
}: {
  title: string;
  note: string;
  children: ReactNode;
}): ReactNode {
  return (
    <Section title={title} note={note}>
      <ol className={classes["rules"]}>{children}</ol>
    </Section>
  );
}
