import { SegmentedControl } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./span-filter.module.css";

interface SwitchFilterProps {
  readonly label: string;
  readonly choices: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One of a few values, and always one: it cannot be cleared. */
export const SwitchFilter = ({ label, choices, value, onChange }: SwitchFilterProps): ReactNode => (
  <div className={classes["switch"]}>
    <SegmentedControl
      aria-label={label}
      size="sm"
      data={[...choices]}
      value={value}
      onChange={onChange}
      transitionDuration={80}
    />
  </div>
);
