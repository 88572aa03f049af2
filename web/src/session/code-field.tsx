import { SECOND_FACTOR_CODE_MAX } from "tributary-sdk/limits";
import { Anchor, Stack, TextInput, type TextInputProps } from "@mantine/core";
import type { ReactNode, Ref } from "react";

export type CodeKind = "app" | "recovery";

interface CodeFieldProps extends Omit<TextInputProps, "onToggle"> {
  readonly kind: CodeKind;
  /** Omitted where only a code from the app works. */
  readonly onKind?: (kind: CodeKind) => void;
  readonly fieldRef?: Ref<HTMLInputElement>;
}

/** A code from the app, which phones can autofill, or a recovery code. */
export function CodeField({ kind, onKind, fieldRef, ...input }: CodeFieldProps): ReactNode {
  return (
    <Stack gap={6}>
      {kind === "app" ? (
        <TextInput
          key="app"
          ref={fieldRef}
          label="Code"
          description="The six digits from your authenticator app."
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
          description="One of the codes you stored when you turned on two-factor authentication. Each works once."
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
