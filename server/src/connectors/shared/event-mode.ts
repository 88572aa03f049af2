import type { ConnectorSettings, Translation } from "./provider.ts";

/** Live events count in live accounts, and test events in test accounts. undefined: the event counts. */
export function ofOtherMode(isTest: boolean, { testMode = false }: ConnectorSettings): Translation | undefined {
  if (isTest === testMode) return undefined;
  return { ignored: isTest ? "test" : "live" };
}
