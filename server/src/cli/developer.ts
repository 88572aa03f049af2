// `tributary listen` and `tributary trigger` for a shop's developer, who has the SDK and not the server. Bundled into one
// file of the package that the service offers as /sdk.tgz.
import { parseArgs } from "node:util";
import { AppError } from "../domain/errors.ts";
import { printable } from "../domain/values/plain-text.ts";
import { Listener } from "./listener.ts";
import { ignoreClosedOutput } from "./ignore-closed-output.ts";
import { EVENTS_HELP, trigger } from "./sample-events.ts";
import { asRefusal, ENVIRONMENT_HELP, testApi, WrongUse } from "./test-api.ts";

const USAGE = `Usage:
  tributary listen --forward-to URL   forward the events of a test account to a URL, such as one on your machine
  tributary trigger EVENT             make an event happen in a test account

Options:
  --json                   print one JSON object per line
${ENVIRONMENT_HELP}
${EVENTS_HELP}
Exit codes: 0 success, 1 refused or failed, 2 invalid usage`;

ignoreClosedOutput();
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { words, forwardTo, json, help } = argumentsOf(args);
  const [command, event, ...more] = words;
  const isListen = command === "listen" && forwardTo !== undefined && event === undefined;
  const isTrigger = command === "trigger" && event !== undefined && more.length === 0;
  if (help || (!isListen && !isTrigger)) {
    (help ? process.stdout : process.stderr).write(`${USAGE}\n`);
    return help ? 0 : 2;
  }
  try {
    // oxlint-disable-next-line node/no-process-env -- config.ts would bring the server's settings into this program
    const { TRIBUTARY_URL: url, TRIBUTARY_KEY: key } = process.env;
    const api = testApi({ url, key });
    if (isTrigger) {
      const done = await trigger(event, api);
      process.stdout.write(`${json ? JSON.stringify(done.json) : printable(done.text)}\n`);
    } else if (isListen)
      await new Listener(api, { forwardTo, json }).run().catch((error: unknown) => {
        throw asRefusal(error, api);
      });
    return 0;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { message, code } = error;
    if (json) process.stdout.write(`${JSON.stringify({ error: message, code })}\n`);
    else process.stderr.write(`${printable(message)}\n`);
    return error instanceof WrongUse ? 2 : 1;
  }
}

function argumentsOf(args: string[]) {
  const [text, flag] = [{ type: "string" }, { type: "boolean" }] as const;
  try {
    const options = { "forward-to": text, json: flag, help: flag } as const;
    const { positionals: words, values } = parseArgs({ args, options, allowPositionals: true });
    return { words, forwardTo: values["forward-to"], json: values.json === true, help: values.help === true };
  } catch {
    return { words: [], forwardTo: undefined, json: false, help: false };
  }
}
