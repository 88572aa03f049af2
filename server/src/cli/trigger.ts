import type { Command } from "commander";
import { loadDeveloperSettings } from "../config.ts";
import { command } from "./command.ts";
import { EVENTS_HELP, trigger } from "./sample-events.ts";
import { ENVIRONMENT_HELP, testApi } from "./test-api.ts";

export function triggerCommand(): Command {
  return command("trigger <event>", "make an event happen in a test account", ({ words: [event = ""] }) =>
    trigger(event, testApi(loadDeveloperSettings())),
  ).addHelpText("after", `${ENVIRONMENT_HELP}\n${EVENTS_HELP}`);
}
