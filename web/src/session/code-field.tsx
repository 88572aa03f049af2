import { SECOND_FACTOR_CODE_MAX } from "tributary-sdk/limits";
import { Anchor, Stack, TextInput, type TextInputProps } from "@mantine/core";
import type { ReactNode, Ref } from "react";

export type CodeKind = "app" | "recovery";

interface CodeFieldProps extends Omit<TextInputProps, "onToggle"> {
  readonly kind: CodeKind;
  /** Left out where only a code of the app will do. */
  readonly onKind?: (kind: CodeKind) => void;
  readonly fieldRef?: Ref<HTMLInputElement>;
}

/** Six digits from the app, which phones offer to fill in; or one of the codes for when the phone is lost. */
export function CodeField({ kind, onKind, fieldRef, ...input }: CodeFieldProps): ReactNode {
  return (
    <Stack gap={6}>
      {kind === "app" ? (
        <TextInput
          key="app"
          ref={fieldRef}
          label="Code"
          description="The six digits that your authenticator app shows."
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={SECOND_FACTOR_CODE_MAX}
          {...input}
        />
      ) : (
        <TextInput
          key="recovery"
          ref={fieldRef}
          label="Recovery code"
          description="One of the codes that you stored when you turned the second factor on. Each works once."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={SECOND_FACTOR_CODE_MAX}
          {...input}
        />
      )}
      {onKind && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          underline="always"
          ta="left"
          onClick={() => onKind(kind === "app" ? "recovery" : "app")}
        >
          {kind === "app" ? "Use a recovery code instead" : "Use the authenticator app instead"}
        </Anchor>
      )}
    </Stack>
  );
}
