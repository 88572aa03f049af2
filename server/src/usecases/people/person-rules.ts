import { NAME_MAX, PASSWORD_MAX, PASSWORD_MIN } from "tributary-sdk/limits";
import type { Services } from "../context.ts";
import { AppError } from "../../domain/errors.ts";
import { passwordProblem, type PasswordOwner } from "../../domain/password.ts";
import { emailRule } from "../../domain/person.ts";
import { contents, isStorable, lengthOf } from "../../domain/values/plain-text.ts";

type PasswordContext = Pick<Services, "passwords">;

/** For people created on the command line; HTTP requests have the same rules in their schemas. */
export function assertPerson(
  context: PasswordContext,
  person: { email: string; name: string; password?: string | undefined },
): void {
  const problem = problemWith(person);
  if (problem !== undefined) throw new AppError("invalid_request", { text: problem });
  if (person.password !== undefined) assertPassword(context, person.password, person);
}

/** Called before a new password is hashed. Existing passwords stay valid. */
export function assertPassword({ passwords }: PasswordContext, password: string, owner: PasswordOwner): void {
  const problem = passwordProblem(password, owner, passwords.isCommon);
  if (problem !== undefined) throw new AppError("weak_password", { text: problem });
}

function problemWith({ email, name, password }: { email: string; name: string; password?: string | undefined }) {
  if (!emailRule.holds(email)) return `email must be ${emailRule.text}.`;
  if (!isStorable(name) || name.trim() === "" || lengthOf(name) > NAME_MAX)
    return `name must have 1 to ${NAME_MAX} characters.`;
  if (!contents.line.holds(name)) return `name ${contents.line.problem}.`;
  if (password !== undefined && (lengthOf(password) < PASSWORD_MIN || lengthOf(password) > PASSWORD_MAX))
    return `password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`;
  return undefined;
}
