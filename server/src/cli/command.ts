import { Command } from "commander";
import { printable } from "../domain/values/plain-text.ts";
import { EXIT_HELP, printFailure, printOutcome, type Outcome } from "./outcome.ts";

export interface Call<Options> {
  /** The arguments after the command, in the order of its usage line. */
  readonly words: readonly string[];
  readonly options: Options;
}

/** A command that does one thing, prints one outcome and sets the exit code. The caller adds the options. */
export function command<Options = object>(
  usage: string,
  about: string,
  work: (call: Call<Options>) => Promise<Outcome>,
): Command {
  const [name = "", ...words] = usage.split(" ");
  const made = new Command(name).description(about);
  for (const word of words) made.argument(word);
  return made
    .option("--json", "print one JSON object")
    .addHelpText("after", EXIT_HELP)
    .action(async () => {
      const options = made.opts<Options & { json?: boolean }>();
      const asJson = options.json === true;
      try {
        process.exitCode = printOutcome(await work({ words: made.args, options }), asJson);
      } catch (error) {
        process.exitCode = printFailure(error, asJson);
      }
    });
}

/** Commands under a noun. */
export function group(noun: string, about: string, commands: readonly Command[]): Command {
  const made = new Command(noun).description(about);
  for (const each of commands) made.addCommand(each);
  return made;
}

/** Rows under headings, with columns as wide as their content. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const shown = [headings, ...rows].map((row) => row.map(printable));
  const widths = headings.map((_heading, column) => Math.max(...shown.map((row) => row[column]?.length ?? 0)));
  return shown.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
