import { Switch, type SwitchProps } from "@mantine/core";
import type { ReactNode } from "react";

/** Paddle does not mark events of its sandbox. */
export const SandboxField = (props: SwitchProps): ReactNode => (
  <Switch
    label="This is my Paddle sandbox"
    description="Sandbox events look like real ones. Turn this on to ignore them."
    {...props}
  />
);
