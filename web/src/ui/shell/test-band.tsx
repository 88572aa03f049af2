import { VisuallyHidden } from "@mantine/core";
import { IconClock, IconFlask } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { exactTime, minuteOf } from "../../format/dates.ts";
import classes from "./test-band.module.css";

interface TestBandProps {
  /** Of the test account. */
  readonly name: string;
  /** Its time. */
  readonly now: string;
  /** Links and buttons. */
  readonly children?: ReactNode;
}

/** Says on every page that nothing here is real, in which test account it is, and at what time. */
export function TestBand({ name, now, children }: TestBandProps): ReactNode {
  return (
    <section aria-label="Test mode" className={classes["band"]}>
      <div className={classes["mode"]}>
        <IconFlask size={18} aria-hidden />
        Test mode
        <span className={classes["name"]} title={name}>
          {name}
        </span>
      </div>
      <time dateTime={now} title={exactTime(now)} className={classes["time"]}>
        <IconClock size={16} aria-hidden />
        <VisuallyHidden component="span">Test time: </VisuallyHidden>
        {minuteOf(now)}
      </time>
      <div className={classes["actions"]}>{children}</div>
    </section>
  );
}
