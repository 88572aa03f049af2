import { Button, Indicator } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import classes from "./filter-bar.module.css";

interface FilterBarProps {
  /** The text field, which is always visible. */
  readonly search?: ReactNode;
  /** How many of the other filters are set. */
  readonly active: number;
  /** Set while there is something to clear. */
  readonly onClear?: (() => void) | false;
  readonly children: ReactNode;
}

/** All filters in one row; on a phone, behind a button. */
export function FilterBar({ search, active, onClear = false, children }: FilterBarProps): ReactNode {
  const [open, setOpen] = useState(false);
  return (
    <search className={classes["bar"]} aria-label="Filters">
      {search}
      <Indicator disabled={active === 0} label={active} size={16} className={classes["toggle"] ?? ""}>
        <Button
          variant="default"
          fullWidth
          aria-expanded={open}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={() => setOpen(!open)}
        >
          Filters
        </Button>
      </Indicator>
      <div className={classes["choices"]} data-open={open}>
        {children}
        {onClear && (
          <Button variant="subtle" color="gray" c="inherit" size="sm" onClick={onClear}>
            Clear filters
          </Button>
        )}
      </div>
    </search>
  );
}
