import type { UseFormReturnType } from "@mantine/form";
import { useState } from "react";
import { ApiFailure, messageOf } from "../../api/failure.ts";

type Form<Values> = UseFormReturnType<Values>;

interface Submission<Values> {
  readonly form: Form<Values>;
  /** The form goes away when its work is done. Busy until then, it cannot be sent twice. */
  readonly leaves?: boolean;
  /** Refusals, by code, about a field that their sentence does not name; with words of the form's own if it has any. */
  readonly fields?: Readonly<Record<string, readonly [field: keyof Values & string, words?: string]>>;
  /** What is said before the first try. */
  readonly problem?: string | undefined;
}

interface Submit<Values> {
  readonly submit: ReturnType<Form<Values>["onSubmit"]>;
  readonly busy: boolean;
  /** For `FormProblem`. */
  readonly problem: string | undefined;
  /** Ready for another try; with a sentence when there is a reason. */
  readonly again: (why?: string) => void;
}

/** Sends what was typed. Whatever the work throws is shown, and what was typed stays. */
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
  // What is wrong may be far above the button.
  const submit = submission.form.onSubmit(send, (errors) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) submission.form.getInputNode(first)?.focus();
  });
  return { submit, busy, problem, again };
}

/** The service begins a sentence about a field with the field's name: it is shown beside that field, anything else above. */
function placeProblem<Values extends object>(
  { form, fields = {} }: Submission<Values>,
  error: unknown,
): string | undefined {
  const known = error instanceof ApiFailure ? fields[error.code] : undefined;
  const text = messageOf(error);
  if (known) {
    const [field, words = text] = known;
    form.setFieldError(field, words);
    return undefined;
  }
  const [field = "", ...rest] = text.split(" ");
  if (!Object.hasOwn(form.values, field)) return text;
  const sentence = rest.join(" ");
  form.setFieldError(field, sentence.charAt(0).toUpperCase() + sentence.slice(1));
  return undefined;
}
