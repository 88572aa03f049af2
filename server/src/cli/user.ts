import type { Command } from "commander";
import { resetUser } from "../usecases/people/reset-user-by-operator.ts";
import { command, group } from "./command.ts";
import { withOperator } from "./operator.ts";
import type { Outcome } from "./outcome.ts";

export function userCommand(): Command {
  const reset = command(
    "reset <email>",
    "give a user a new password, sign them out everywhere and turn off two-factor authentication",
    ({ words }) => resetting(words),
  );
  return group("user", "manage people who sign in", [reset]);
}

async function resetting([email = ""]: readonly string[]): Promise<Outcome> {
  const { user, password } = await withOperator((context) => resetUser(context, email));
  return {
    json: { user: { id: user.id, email: user.email }, password },
    text: [
      `${user.email} is signed out everywhere, and two-factor authentication is off.`,
      `New password: ${password} (shown only once)`,
    ],
  };
}
