import type { Command } from "commander";
import type { Endpoint } from "../domain/endpoint.ts";
import { AppError } from "../domain/errors.ts";
import { eventTypes } from "../domain/events.ts";
import { parseId, type EndpointId } from "../domain/ids.ts";
import { switchEndpointAsOperator } from "../usecases/webhooks/change-endpoint.ts";
import { createEndpointForAccount, type EndpointWithSecret } from "../usecases/webhooks/create-endpoint.ts";
import { deleteEndpointAsOperator } from "../usecases/webhooks/delete-endpoint.ts";
import { listEndpointsForOperator } from "../usecases/webhooks/list-endpoints.ts";
import { rotateSecretAsOperator } from "../usecases/webhooks/rotate-secret.ts";
import { command, group, table } from "./command.ts";
import { withOperator } from "./operator.ts";
import type { Outcome } from "./outcome.ts";

interface NewEndpoint {
  readonly account: string;
  readonly url: string;
  readonly events: string;
}

export function webhookCommand(): Command {
  const create = command<NewEndpoint>("create", "add an endpoint; its secret is shown once", ({ options }) =>
    creation(options),
  )
    .requiredOption("--account <email>", "the account's ID or its owner's email address")
    .requiredOption("--url <url>", "where events are sent; https only")
    .requiredOption("--events <list>", `event types, separated by commas, or "all": ${eventTypes.join(",")}`);
  const list = command<{ account?: string }>("list", "list endpoints, without their secrets", ({ options }) =>
    listing(options.account),
  ).option("--account <email>", "only endpoints of this account");
  const disable = command("disable <id>", "disable an endpoint; its events are held", ({ words }) =>
    switching(words, false),
  );
  const enable = command("enable <id>", "enable an endpoint; its held events are sent", ({ words }) =>
    switching(words, true),
  );
  const rotate = command<{ overlapHours?: string }>(
    "rotate <id>",
    "create a new secret; it is shown once",
    ({ words, options }) => rotation(words, options.overlapHours ?? "0"),
  ).option("--overlap-hours <hours>", "how many hours the old secret also signs deliveries, up to 24 (default: 0)");
  const remove = command("delete <id>", "delete an endpoint; it receives no more events", ({ words }) =>
    deletion(words),
  );
  return group("webhook", "manage webhook endpoints", [create, list, disable, enable, rotate, remove]);
}

async function creation({ account, url, events }: NewEndpoint): Promise<Outcome> {
  const chosen = events.trim() === "all" ? [...eventTypes] : events.split(",").map((name) => name.trim());
  const made = await withOperator((context) => createEndpointForAccount(context, account, { url, events: chosen }));
  return withSecret(made, `Webhook endpoint ${made.endpoint.id} (${made.endpoint.url})`);
}

async function listing(account: string | undefined): Promise<Outcome> {
  const endpoints = await withOperator((context) => listEndpointsForOperator(context, account));
  const rows = endpoints.map((endpoint) => [
    endpoint.id,
    endpoint.accountId,
    stateOf(endpoint),
    endpoint.url,
    endpoint.events.join(","),
  ]);
  return {
    json: { webhook_endpoints: endpoints.map(describe) },
    text:
      endpoints.length === 0 ? "No webhook endpoints yet." : table(["ID", "ACCOUNT", "STATE", "URL", "EVENTS"], rows),
  };
}

async function switching(words: readonly string[], enabled: boolean): Promise<Outcome> {
  const id = endpointId(words);
  const endpoint = await withOperator((context) => switchEndpointAsOperator(context, id, enabled));
  return {
    json: { webhook_endpoint: describe(endpoint) },
    text: `Webhook endpoint ${endpoint.id} is ${enabled ? "enabled" : "disabled"}.`,
  };
}

async function rotation(words: readonly string[], overlapHours: string): Promise<Outcome> {
  const id = endpointId(words);
  const hours = overlapHours.trim() === "" ? Number.NaN : Number(overlapHours);
  const made = await withOperator((context) => rotateSecretAsOperator(context, { id, overlapHours: hours }));
  const until = made.endpoint.previousSecretUntil;
  const overlap = until
    ? `The old secret keeps signing until ${until.toISOString()}: deliveries have two v1 signatures, and some parsers read only one.`
    : "The old secret no longer signs.";
  return withSecret(made, `New secret for webhook endpoint ${made.endpoint.id}. ${overlap}`);
}

async function deletion(words: readonly string[]): Promise<Outcome> {
  const id = endpointId(words);
  const endpoint = await withOperator((context) => deleteEndpointAsOperator(context, id));
  return {
    json: { webhook_endpoint: describe(endpoint), deleted: true },
    text: `Webhook endpoint ${endpoint.id} (${endpoint.url}) is deleted.`,
  };
}

function endpointId([text = ""]: readonly string[]): EndpointId {
  const id = parseId("endpoint", text);
  if (!id) throw new AppError("endpoint_not_found");
  return id;
}

function withSecret({ endpoint, secret }: EndpointWithSecret, text: string): Outcome {
  return {
    json: { webhook_endpoint: { ...describe(endpoint), secret } },
    text: [text, secret, "(shown only once)"],
  };
}

function stateOf({ disabledAt, disabledBy }: Endpoint): string {
  if (!disabledAt) return "enabled";
  if (disabledBy === "failures") return "disabled (kept failing)";
  return disabledBy === "import" ? "disabled (imported)" : "disabled";
}

function describe(endpoint: Endpoint) {
  return {
    id: endpoint.id,
    account_id: endpoint.accountId,
    url: endpoint.url,
    events: endpoint.events,
    enabled: endpoint.disabledAt === null,
    created_at: endpoint.createdAt,
    disabled_at: endpoint.disabledAt,
    disabled_by: endpoint.disabledBy,
    rotated_at: endpoint.rotatedAt,
    previous_secret_until: endpoint.previousSecretUntil,
  };
}
