import { Radio, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Rebind } from "tributary-sdk/words";

export const rebindWords: Readonly<Record<Rebind, string>> = {
  never: "Keep the first affiliate",
  click: "Switch to the other affiliate",
};

interface RebindFieldProps {
  readonly value: Rebind;
  readonly onChange: (value: Rebind) => void;
}

export function RebindField({ value, onChange }: RebindFieldProps): ReactNode {
  return (
    <Radio.Group
      label="When a customer clicks another affiliate's link"
      value={value}
      onChange={(next) => onChange(next === "click" ? "click" : "never")}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="never"
          label={rebindWords.never}
          description="All orders of a customer belong to the affiliate who brought them."
        />
        <Radio
          value="click"
          label={rebindWords.click}
          description="Orders after the click belong to the affiliate whose link it was."
        />
      </Stack>
    </Radio.Group>
  );
}
