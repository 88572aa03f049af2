import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import {
  commissionBases,
  providerNames,
  receiptStates,
  type CommissionBase,
  type ReceiptState,
} from "tributary-sdk/words";
import type { Connector } from "../domain/connectors/connector.ts";
import type { Receipt } from "../domain/connectors/receipt.ts";
import { AppError } from "../domain/errors.ts";
import { parseId, type ConnectorId } from "../domain/ids.ts";
import { listReceiptsForOperator } from "../usecases/connectors/browse-receipts.ts";
import { connectorUrl, createConnectorForAccount } from "../usecases/connectors/create-connector.ts";
import { listConnectorsForOperator } from "../usecases/connectors/list-connectors.ts";
import { replayEvents } from "../usecases/connectors/replay-events.ts";
import { command, group, table } from "./command.ts";
import { withOperator } from "./operator.ts";
import type { Outcome } from "./outcome.ts";

interface NewConnector {
  readonly account: string;
  readonly provider: string;
  readonly secret?: string;
  readonly campaign?: string;
  readonly name?: string;
  readonly base?: string;
  readonly sandbox?: boolean;
}

export function connectorCommand(): Command {
  const create = command<NewConnector>("create", "add a connector; its secret is shown once", ({ options }) =>
    creation(options),
  )
    .requiredOption("--account <email>", "the account's ID or its owner's email address")
    .requiredOption("--provider <name>", `who sends the webhooks: ${providerNames.join(", ")}`)
    .option("--secret <secret>", "the provider's signing secret; it can also be added later in the dashboard")
    .option("--campaign <id>", "the campaign of orders whose click, coupon and customer name none")
    .option("--name <name>", "what to call it (default: the provider's name)")
    .option("--base <base>", `what commission is paid on: ${commissionBases.join(", ")} (default: net)`)
    .option("--sandbox", "Paddle only: the webhook is in the sandbox, so its events are test events");
  const list = command<{ account?: string }>("list", "list connectors, without their secrets", ({ options }) =>
    listing(options.account),
  ).option("--account <email>", "only connectors of this account");
  const receipts = command<{ state?: string }>(
    "receipts <id>",
    "list the newest webhooks that a connector received, and what they became",
    ({ words, options }) => receiptListing(words, options.state),
  ).option("--state <state>", `only receipts in this state: ${receiptStates.join(", ")}`);
  const replay = command<{ file: string }>(
    "replay <id>",
    "receive the events in a file; those received before are skipped",
    ({ words, options }) => replaying(words, options.file),
  ).requiredOption("--file <path>", "a JSON array of events, a list from the provider's API, or one event per line");
  return group("connector", "manage connectors, which receive a shop's webhooks", [create, list, receipts, replay]);
}

async function creation(given: NewConnector): Promise<Outcome> {
  const { account, provider, secret, campaign, name, base, sandbox } = given;
  const made = await withOperator(async (context) => {
    const created = await createConnectorForAccount(context, account, {
      provider,
      name,
      campaignId: campaign === undefined ? undefined : (parseId("campaign", campaign) ?? null),
      commissionBase: baseOf(base),
      sandbox,
      secret,
    });
    return { ...created, url: connectorUrl(context.settings, created.connector) };
  });
  const { connector, url } = made;
  const next =
    made.secret === null
      ? "Add the webhook at the provider, then paste its signing secret in the dashboard."
      : `Secret: ${made.secret} (shown only once)`;
  return {
    json: { connector: { id: connector.id, provider: connector.provider, url, secret: made.secret } },
    text: [`Connector ${connector.id} (${connector.name})`, `URL: ${url}`, next],
  };
}

function baseOf(text: string | undefined): CommissionBase | undefined {
  const base = commissionBases.find((each) => each === text);
  if (text !== undefined && !base)
    throw new AppError("invalid_request", { text: `--base must be one of ${commissionBases.join(", ")}.` });
  return base;
}

async function listing(account: string | undefined): Promise<Outcome> {
  const connectors = await withOperator(async (context) =>
    (await listConnectorsForOperator(context, account)).map((connector) => ({
      connector,
      url: connectorUrl(context.settings, connector),
    })),
  );
  const rows = connectors.map(({ connector, url }) => [
    connector.id,
    connector.accountId,
    connector.provider,
    connector.hasSecret ? "ready" : "needs its secret",
    url,
    connector.name,
  ]);
  return {
    json: { connectors: connectors.map(({ connector, url }) => ({ ...describe(connector), url })) },
    text:
      connectors.length === 0
        ? "No connectors yet."
        : table(["ID", "ACCOUNT", "PROVIDER", "STATE", "URL", "NAME"], rows),
  };
}

const describe = (connector: Connector) => ({
  id: connector.id,
  account_id: connector.accountId,
  provider: connector.provider,
  name: connector.name,
  campaign_id: connector.campaignId,
  commission_base: connector.commissionBase,
  has_secret: connector.hasSecret,
  created_at: connector.createdAt,
});

async function receiptListing(words: readonly string[], text: string | undefined): Promise<Outcome> {
  const connectorId = connectorOf(words);
  const state = stateOf(text);
  const receipts = await withOperator((context) => listReceiptsForOperator(context, { connectorId, state }));
  const rows = receipts.map((receipt) => [
    receipt.id,
    receipt.receivedAt.toISOString(),
    receipt.state,
    receipt.topic,
    receipt.outcome.orderId ?? "",
    receipt.outcome.problem ?? receipt.outcome.reason ?? receipt.outcome.conversionId ?? "",
  ]);
  return {
    json: { receipts: receipts.map(describeReceipt) },
    text:
      receipts.length === 0
        ? "No receipts yet."
        : table(["ID", "RECEIVED", "STATE", "TOPIC", "ORDER", "OUTCOME"], rows),
  };
}

function stateOf(text: string | undefined): ReceiptState | undefined {
  const state = receiptStates.find((each) => each === text);
  if (text !== undefined && !state)
    throw new AppError("invalid_request", { text: `--state must be one of ${receiptStates.join(", ")}.` });
  return state;
}

const describeReceipt = ({ outcome, ...receipt }: Receipt) => ({
  id: receipt.id,
  topic: receipt.topic,
  state: receipt.state,
  received_at: receipt.receivedAt,
  worked_at: receipt.workedAt,
  attempts: receipt.attempts,
  order_id: outcome.orderId,
  conversion_id: outcome.conversionId,
  reason: outcome.reason,
  problem: outcome.problem,
});

async function replaying(words: readonly string[], file: string): Promise<Outcome> {
  const connectorId = connectorOf(words);
  const text = await contentOf(file);
  const { stored, known } = await withOperator((context) => replayEvents(context, { connectorId, text }));
  return { json: { stored, known }, text: `${stored} received, ${known} already known.` };
}

async function contentOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new AppError("invalid_request", { text: `Cannot read ${file}.`, cause });
  }
}

function connectorOf([text = ""]: readonly string[]): ConnectorId {
  const id = parseId("connector", text);
  if (!id) throw new AppError("connector_not_found");
  return id;
}
