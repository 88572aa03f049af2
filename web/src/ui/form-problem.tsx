import { Alert } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { messageOf } from "../api/failure.ts";

/** What was refused and belongs to no field. */
export function FormProblem({ text }: { text: string | undefined }): ReactNode {
  if (text === undefined) return null;
  return (
    <Alert color="red" role="alert" variant="light">
      {text}
    </Alert>
  );
}

/** The service begins a sentence about a field with the field's name: it is shown beside that field, anything else above. */
export function placeProblem<Values extends object>(
  form: UseFormReturnType<Values>,
  error: unknown,
): string | undefined {
  const text = messageOf(error);
  const [field = "", ...rest] = text.split(" ");
  if (!Object.hasOwn(form.values, field)) return text;
  const sentence = rest.join(" ");
  form.setFieldError(field, sentence.charAt(0).toUpperCase() + sentence.slice(1));
  return undefined;
}
