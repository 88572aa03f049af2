import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import type { ReactNode } from "react";
import { PASSWORD_MIN } from "tributary-sdk/limits";

const RULE = `At least ${PASSWORD_MIN} characters.`;

export const newPasswordProblem = (value: string): string | null => (value.length < PASSWORD_MIN ? RULE : null);

export function NewPassword(props: PasswordInputProps): ReactNode {
  // The error says the same.
  return <PasswordInput description={props.error ? undefined : RULE} autoComplete="new-password" {...props} />;
}
