import { AppError } from "../../domain/errors.ts";

export const NAME_MAX = 120;
export const EMAIL_MAX = 254;
export const PASSWORD_MIN = 8;
/** Long enough for any sentence, short enough that hashing it costs what hashing a word costs. */
export const PASSWORD_MAX = 200;

export const isEmail = (text: string): boolean => text.length <= EMAIL_MAX && /^[^\s@]+@[^\s@]+$/.test(text);

/** For people who come by the command line; the pages' requests have the same rules in their schemas. */
export function assertPerson(person: { email: string; name: string; password?: string | undefined }): void {
  const problem = problemWith(person);
  if (problem !== undefined) throw new AppError("invalid_request", { text: problem });
}

function problemWith({ email, name, password }: { email: string; name: string; password?: string | undefined }) {
  if (!isPlainText(email) || !isEmail(email))
    return `email must be an e-mail address of up to ${EMAIL_MAX} characters.`;
  if (!isPlainText(name) || name.trim() === "" || name.length > NAME_MAX)
    return `name must have 1 to ${NAME_MAX} characters.`;
  if (password !== undefined && (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX))
    return `password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`;
  return undefined;
}

const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes("\0");
