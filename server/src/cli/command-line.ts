import { Command, CommanderError } from "commander";
import { accountCommand } from "./account.ts";
import { command } from "./command.ts";
import { demoCommand } from "./demo.ts";
import { examine } from "./doctor.ts";
import { exportCommand } from "./export.ts";
import { importCommand } from "./import.ts";
import { listenCommand } from "./listen.ts";
import { triggerCommand } from "./trigger.ts";
import { keyCommand } from "./key.ts";
import { moveCommand } from "./move.ts";
import { EXIT, EXIT_HELP, printFailure } from "./outcome.ts";
import { ignoreClosedOutput } from "./ignore-closed-output.ts";
import { connectorCommand } from "./connector.ts";
import { refundCommand } from "./refund.ts";
import { writeSchema } from "./schema.ts";
import { startCommand } from "./start.ts";
import { userCommand } from "./user.ts";
import { verify } from "./verify.ts";
import { version } from "./version.ts";
import { verifyStatementCommand } from "./verify-statement.ts";
import { webhookCommand } from "./webhook.ts";

/** Takes the arguments without the program's name, prints the outcome and returns the exit code. */
export async function runCommandLine(words: readonly string[]): Promise<number> {
  ignoreClosedOutput();
  const program = commandLine();
  const asJson = words.includes("--json");
  forAll(program, (each) => {
    // Throws instead of exiting: with --json, even a usage error must be reported as JSON.
    each.exitOverride();
    each.showHelpAfterError("(use --help for usage)");
    if (asJson) each.configureOutput({ writeErr: () => {} });
  });
  try {
    await program.parseAsync(words, { from: "user" });
    return Number(process.exitCode ?? EXIT.done);
  } catch (error) {
    const helped = error instanceof CommanderError && error.exitCode === 0;
    return helped ? EXIT.done : printFailure(error, asJson);
  }
}

function commandLine(): Command {
  const program = new Command("tributary")
    .description("Self-hosted affiliate tracking: the service and its operator tools.")
    .version(version())
    .addHelpText("after", EXIT_HELP);
  program.addCommand(startCommand());
  program.addCommand(demoCommand());
  program.addCommand(accountCommand());
  program.addCommand(userCommand());
  program.addCommand(keyCommand());
  program.addCommand(webhookCommand());
  program.addCommand(connectorCommand());
  program.addCommand(refundCommand());
  program.addCommand(listenCommand());
  program.addCommand(triggerCommand());
  program.addCommand(command("verify", "check the ledger for inconsistencies: every count must be zero", verify));
  program.addCommand(verifyStatementCommand());
  program.addCommand(command("doctor", "check configuration, data folder, database and disk", examine));
  program.addCommand(exportCommand());
  program.addCommand(importCommand());
  program.addCommand(moveCommand());
  program.addCommand(
    command<{ check?: boolean }>("schema", "write server/schema.sql from the migrations", ({ options }) =>
      writeSchema(options.check === true),
    ).option("--check", "only report whether it is up to date"),
    { hidden: true },
  );
  return program;
}

function forAll(parent: Command, visit: (each: Command) => void): void {
  visit(parent);
  for (const child of parent.commands) forAll(child, visit);
}
