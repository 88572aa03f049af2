import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./avatar.module.css";

const TINTS = 5;
const QUESTION_MARK = 63;

/** The initial of a name, on a tint that is always the same for that name. Decorative: the name is shown next to it. */
const Avatar = ({ name }: { name: string }): ReactNode => (
  <span className={classes["avatar"]} data-tint={tintOf(name)} aria-hidden>
    {String.fromCodePoint(name.trim().codePointAt(0) ?? QUESTION_MARK).toUpperCase()}
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

function tintOf(name: string): number {
  let sum = 0;
  for (let at = 0; at < name.length; at += 1) sum += name.charCodeAt(at);
  return sum % TINTS;
}
