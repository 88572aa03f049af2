import { Radio, Stack, type RadioGroupProps } from "@mantine/core";
import type { ReactNode } from "react";
import { commissionBases } from "tributary-sdk/words";
import { baseWords } from "../../words/connectors.ts";

/** What the orders of a connector pay commission on. */
export function BaseField(props: Omit<RadioGroupProps, "children">): ReactNode {
  return (
    <Radio.Group label="Orders pay commission on" {...props}>
      <Stack gap="xs" mt={4}>
        {commissionBases.map((base) => (
          <Radio key={base} value={base} label={baseWords[base]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
