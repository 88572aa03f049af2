import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./avatar.module.css";

const TINTS = 5;

/** The initial of a name on a quiet tint that is always the same for it. Decoration: the name stands beside it. */
const Avatar = ({ name }: { name: string }): ReactNode => (
  <span className={classes["avatar"]} data-tint={tintOf(name)} aria-hidden>
    {([...name.trim()][0] ?? "?").toUpperCase()}
  </span>
);

/** A person in a table. */
export const PersonCell = ({ name, note }: { name: string; note?: string }): ReactNode => (
  <span className={classes["person"]}>
    <Avatar name={name} />
    <span>
      {name}
      {note !== undefined && (
        <Text component="span" display="block" size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </span>
  </span>
);

const tintOf = (name: string): number =>
  [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % TINTS;
