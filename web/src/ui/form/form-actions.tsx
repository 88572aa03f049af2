import { Button, Group, type ButtonProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useHoldDialog } from "../dialog/hold.ts";
import { FormProblem } from "./form-problem.tsx";

interface FormActionsProps extends Pick<ButtonProps, "variant" | "color" | "disabled" | "fullWidth"> {
  readonly problem: string | undefined;
  readonly busy: boolean;
  readonly inDialog?: boolean;
  readonly onCancel?: () => void;
  readonly cancelLabel?: string;
  /** The label of the button that submits. */
  readonly children: ReactNode;
}

/** The end of a form: the server's error and the buttons. */
export function FormActions(props: FormActionsProps): ReactNode {
  const { problem, busy, inDialog = false, onCancel, cancelLabel = "Cancel", ...button } = props;
  useHoldDialog(busy);
  const submit = <Button type="submit" loading={busy} {...button} />;
  return (
    <>
      <FormProblem text={problem} />
      {button.fullWidth ? (
        submit
      ) : (
        <Group justify={inDialog ? "flex-end" : "flex-start"}>
          {onCancel && (
            <Button variant="default" onClick={onCancel} disabled={busy}>
              {cancelLabel}
            </Button>
          )}
          {submit}
        </Group>
      )}
    </>
  );
}
