import { Command } from "commander";
import { configHelp, loadConfig } from "../config.ts";
import { serve, type Ready } from "../serve.ts";
import { EXIT_HELP, printFailure, printOutcome, type Outcome } from "./outcome.ts";

export function startCommand(): Command {
  const start = new Command("start")
    .description("run the service until it receives a stop signal")
    .option("--json", "print one JSON object when ready")
    .addHelpText("after", `\n${configHelp()}\n${EXIT_HELP}`)
    .action(async () => {
      const asJson = start.opts<{ json?: boolean }>().json === true;
      try {
        const config = loadConfig();
        process.exit(await serve(config, (ready) => printOutcome(greeting(ready), asJson)));
      } catch (error) {
        process.exit(printFailure(error, asJson));
      }
    });
  return start;
}

function greeting({ host, port, baseUrl, dataDir, hasAccount, processes }: Ready): Outcome {
  const everywhere = host === "0.0.0.0" || host === "::" ? " (all network interfaces; set HOST to change it)" : "";
  const data = dataDir === undefined ? "in the database at DATABASE_URL" : `in ${dataDir}`;
  return {
    json: { host, port, base_url: baseUrl, data_dir: dataDir ?? null, has_account: hasAccount, processes },
    text: [
      `Tributary is running at ${baseUrl}`,
      `  listening on   ${host}:${port}${everywhere}`,
      `  data           ${data}`,
      ...(processes === 1 ? [] : [`  processes      ${processes} (set PROCESSES to change it)`]),
      ...(hasAccount
        ? [`  sign in        ${baseUrl}/signin`]
        : [
            `  first account  open ${baseUrl}/signup`,
            `                 or: npx --no tributary account create --email you@example.com --name "Your company"`,
          ]),
    ],
  };
}
