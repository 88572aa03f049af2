import { Alert } from "@mantine/core";
import type { ReactNode } from "react";

/** An error that belongs to no single field. */
export function FormProblem({ text }: { text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <Alert color="red" role="alert" variant="light">
      {text}
    </Alert>
  );
}
