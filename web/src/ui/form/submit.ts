import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { sentenceCase } from "../../format/sentence-case.ts";

type Form<Values> = UseFormReturnType<Values>;

interface Submission<Values> {
  readonly form: Form<Values>;
  /** The form unmounts after success. It stays busy until then, so it cannot be sent twice. */
  readonly leaves?: boolean;
  /** Maps error codes to fields, with a text that replaces the server's if given. */
  readonly fields?: Readonly<Record<string, readonly [field: keyof Values & string, text?: string]>>;
  /** Shown before the first submit. */
  readonly problem?: string | undefined;
}

interface Submit<Values> {
  readonly submit: ReturnType<Form<Values>["onSubmit"]>;
  readonly busy: boolean;
  /** For `FormProblem`. */
  readonly problem: string | undefined;
  /** Allows another try, and shows the reason if given. */
  readonly again: (why?: string) => void;
}

/** Submits a form. Errors are shown and the input is kept. */
export function useSubmit<Values extends object>(
  { leaves, ...submission }: Submission<Values>,
  work: (values: Values) => Promise<void>,
): Submit<Values> {
  const [problem, setProblem] = useState(submission.problem);
  const [busy, setBusy] = useState(false);
  const again = (why?: string): void => {
    setProblem(why);
    setBusy(false);
  };
  const send = async (values: Values): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work(values);
      if (leaves !== true) again();
    } catch (error) {
      again(placeProblem(submission, error));
    }
  };
  // The invalid field may be far above the button.
  const submit = submission.form.onSubmit(send, (errors) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) submission.form.getInputNode(first)?.focus();
  });
  return { submit, busy, problem, again };
}

/** Server errors about a field start with its name: they go to that field. All others go above the button. */
function placeProblem<Values extends object>(
  { form, fields = {} }: Submission<Values>,
  error: unknown,
): string | undefined {
  const known = error instanceof ApiFailure ? fields[error.code] : undefined;
  const text = messageOf(error);
  if (known) {
    const [field, ownText = text] = known;
    form.setFieldError(field, ownText);
    return undefined;
  }
  const [field = "", ...rest] = text.split(" ");
  if (!Object.hasOwn(form.values, field)) return text;
  const sentence = rest.join(" ");
  form.setFieldError(field, sentenceCase(sentence));
  return undefined;
}
