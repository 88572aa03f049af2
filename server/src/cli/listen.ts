import { Command } from "commander";
import { loadDeveloperSettings } from "../config.ts";
import { Listener, type ListenOptions } from "./listener.ts";
import { EXIT, EXIT_HELP, printFailure } from "./outcome.ts";
import { asRefusal, ENVIRONMENT_HELP, testApi } from "./test-api.ts";

export function listenCommand(): Command {
  const listen = new Command("listen")
    .description("forward the events of a test account to a URL, such as one on your machine")
    .requiredOption("--forward-to <url>", "where events are sent, such as http://localhost:4000/webhooks")
    .option("--json", "print one JSON object per line")
    .addHelpText("after", `${ENVIRONMENT_HELP}\n${EXIT_HELP}`)
    .action(async () => {
      const options = listen.opts<ListenOptions>();
      const asJson = options.json === true;
      try {
        const api = testApi(loadDeveloperSettings());
        await new Listener(api, options).run().catch((error: unknown) => {
          throw asRefusal(error, api);
        });
        process.exitCode = EXIT.done;
      } catch (error) {
        process.exitCode = printFailure(error, asJson);
      }
    });
  return listen;
}
