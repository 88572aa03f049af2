import type { ReactNode } from "react";
import { TestTime } from "./clock.ts";

/** For what keeps real time also in test mode, such as sessions and the last use of a key. */
export const RealTime = ({ children }: { children: ReactNode }): ReactNode => (
  <TestTime value={undefined}>{children}</TestTime>
);
