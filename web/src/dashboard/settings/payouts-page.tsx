import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { PayoutSettings } from "./payout-settings.tsx";
import { SettingsFrame } from "../shared/settings-frame.tsx";

export const PayoutSettingsPage = (): ReactNode => (
  <SettingsFrame tab="payouts">
    <Stack gap={40}>
      <PayoutSettings />
    </Stack>
  </SettingsFrame>
);
