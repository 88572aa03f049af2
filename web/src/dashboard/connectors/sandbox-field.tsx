import { Switch, type SwitchProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useAccount } from "../shared/account.ts";

/** Paddle does not mark events of its sandbox. */
export function SandboxField(props: SwitchProps): ReactNode {
  const { test } = useAccount();
  return (
    <Switch
      label="This is my Paddle sandbox"
      description={
        test
          ? "In test mode, only sandbox events count. Turn this off to ignore them."
          : "Sandbox events look like real ones. Turn this on to ignore them."
      }
      {...props}
    />
  );
}
