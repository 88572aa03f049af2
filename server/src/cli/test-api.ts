import { createTributary, isTributaryError, type Tributary } from "tributary-sdk";
import { AppError } from "../domain/errors.ts";

const DEFAULT_URL = "http://localhost:3000";

export const ENVIRONMENT_HELP = `
Environment:
  TRIBUTARY_URL            where Tributary runs (default ${DEFAULT_URL})
  TRIBUTARY_KEY            a test key, sk_test_…`;

export interface DeveloperSettings {
  readonly url: string | undefined;
  readonly key: string | undefined;
}

export interface TestApi {
  readonly address: string;
  readonly tributary: Tributary;
}

/** The API of a test account. The key comes from the environment: other users could see an argument. */
export function testApi({ url = DEFAULT_URL, key = "" }: DeveloperSettings): TestApi {
  if (!/^sk_test_\w+$/.test(key))
    throw invalid(
      "Set TRIBUTARY_KEY to a test key (sk_test_…). Create one in the dashboard under API keys, or ask the operator for one.",
    );
  if (!isWebAddress(url)) throw invalid("TRIBUTARY_URL must be the address of Tributary.");
  return { address: url, tributary: createTributary({ baseUrl: url, apiKey: key }) };
}

export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && ["http:", "https:"].includes(new URL(text).protocol);

export const invalid = (text: string): AppError => new AppError("invalid_request", { text });

/** The command itself is wrong, so it can never succeed. */
export class WrongUse extends AppError {
  constructor(text: string) {
    super("invalid_request", { text });
  }
}

/** Whether the next try can succeed without a change by the developer. */
export const isPassing = (error: unknown): boolean =>
  isTributaryError(error) && (error.status === undefined || error.status >= 500 || error.status === 429);

/** What the API refused, as a sentence of this program. */
export function asRefusal(error: unknown, { address }: TestApi): unknown {
  if (!isTributaryError(error)) return error;
  if (error.status === undefined) return invalid(`Cannot reach Tributary at ${address}.`);
  return invalid(error.message);
}
