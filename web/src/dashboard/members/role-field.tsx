import { Radio, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { roles } from "tributary-sdk/words";
import type { Role } from "tributary-sdk/pages";
import { sentenceCase } from "../../format/sentence-case.ts";
import { roleWords } from "../../words/roles.ts";

interface RoleFieldProps {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}

export function RoleField({ value, onChange }: RoleFieldProps): ReactNode {
  const choose = (next: string): void => {
    const role = roles.find((each) => each === next);
    if (role) onChange(role);
  };
  return (
    <Radio.Group label="Role" value={value} onChange={choose}>
      <Stack gap="sm" mt="xs">
        {roles.map((role) => (
          <Radio key={role} value={role} label={sentenceCase(role)} description={roleWords[role]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
