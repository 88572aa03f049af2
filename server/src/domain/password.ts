export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

const ONE_CHARACTER = /^(.)\1*$/su;

/** Why a new password is too easy to guess; undefined if it is not. Existing passwords are not checked. */
export function passwordProblem(
  password: string,
  owner: PasswordOwner,
  isCommon: (folded: string) => boolean,
): string | undefined {
  const folded = fold(password).trim();
  if (isCommon(folded) || ONE_CHARACTER.test(folded))
    return "This is one of the most common passwords. Choose a different one.";
  if (ownWords(owner).includes(lettersOf(folded)))
    return "The password must not be your name or email address. Choose a different one.";
  return undefined;
}

const ownWords = ({ email, name }: PasswordOwner): string[] =>
  [email, email.slice(0, email.lastIndexOf("@")), name].map(lettersOf).filter((word) => word !== "");

/** `Ada-Lovelace` is as easy to guess as `ada lovelace`. */
const lettersOf = (text: string): string => fold(text).replaceAll(/[^\p{L}\p{N}]/gu, "");

const fold = (text: string): string => text.normalize("NFKC").toLowerCase();
