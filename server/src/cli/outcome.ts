import { CommanderError } from "commander";
import { ConfigError } from "../config.ts";
import { DatabaseUnavailable } from "../db/database.ts";
import { UnusableDataFolder } from "../db/unusable-data-folder.ts";
import { AlreadyRunning } from "../db/embedded-postgres.ts";
import { UnsuitableDatabase } from "../db/migrate.ts";
import { AppError } from "../domain/errors.ts";
import { CannotMove } from "../formats/manifest.ts";
import { WrongUse } from "./test-api.ts";
import { printable } from "../domain/values/plain-text.ts";
import { PortTaken, ProcessNotStarted } from "../service.ts";
import { FolderTaken } from "../system/export-folder.ts";
import { UnusableSecret } from "../system/secret-key.ts";

export const EXIT = { done: 0, failed: 1, usage: 2, unavailable: 3 } as const;
type Exit = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_HELP = `
Exit codes: 0 success · 1 refused or failed · 2 invalid usage or configuration · 3 database unavailable
With --json: one JSON object on stdout, {"error": text, "code": text} on failure.`;

export type Lines = string | readonly string[];

/** The outcome of a command, for programs and for people. */
export interface Outcome {
  readonly json: Readonly<Record<string, unknown>>;
  /** One line or several. A line break inside a line is user data and is printed escaped. */
  readonly text: Lines;
  /** The command ran, but found something wrong. */
  readonly failed?: boolean;
}

interface Failure {
  readonly code: string;
  readonly text: string;
  readonly exit: Exit;
}

export function printOutcome({ json, text, failed }: Outcome, asJson: boolean): Exit {
  process.stdout.write(asJson ? `${toJson(json)}\n` : forPeople(text));
  return failed ? EXIT.failed : EXIT.done;
}

export function printFailure(error: unknown, asJson: boolean): Exit {
  const { code, text, exit } = failureOf(error);
  if (asJson) process.stdout.write(`${toJson({ error: text, code })}\n`);
  // Commander has already printed usage errors. An AppError is one sentence and may quote a customer; other errors may
  // take several lines.
  else if (!(error instanceof CommanderError))
    process.stderr.write(forPeople(error instanceof AppError ? text : text.split("\n")));
  if (code === "internal_error" && error instanceof Error)
    process.stderr.write(forPeople((error.stack ?? "").split("\n")));
  return exit;
}

/** Names and files come from customers: their control characters must not reach the operator's terminal. */
const forPeople = (text: Lines): string =>
  [text]
    .flat()
    .map((line) => `${printable(line)}\n`)
    .join("");

function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError)
    return { code: "wrong_usage", text: error.message.replace(/^error: /, ""), exit: EXIT.usage };
  if (error instanceof ConfigError) return { code: "invalid_configuration", text: error.message, exit: EXIT.usage };
  if (error instanceof DatabaseUnavailable)
    return { code: "database_away", text: error.message, exit: EXIT.unavailable };
  if (error instanceof WrongUse) return { code: "wrong_usage", text: error.message, exit: EXIT.usage };
  if (error instanceof AppError) return { code: error.code, text: error.message, exit: EXIT.failed };
  if (error instanceof CannotMove) return { code: error.code, text: error.message, exit: EXIT.failed };
  const failed = (code: string): Failure => ({ code, text: messageOf(error), exit: EXIT.failed });
  if (error instanceof AlreadyRunning) return failed("already_running");
  if (error instanceof UnusableDataFolder) return failed("unusable_data_folder");
  if (error instanceof UnsuitableDatabase) return failed("unsuitable_database");
  if (error instanceof UnusableSecret) return failed("unusable_secret");
  if (error instanceof ProcessNotStarted) return failed("process_killed");
  if (error instanceof PortTaken) return failed("port_taken");
  if (error instanceof FolderTaken) return failed("folder_taken");
  return failed("internal_error");
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function toJson(value: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(value, (_key, item: unknown) => (typeof item === "bigint" ? Number(item) : item));
}
