import { CONNECTORS_MAX, NAME_MAX } from "tributary-sdk/limits";
import { providerNames, type CommissionBase, type ProviderName } from "tributary-sdk/words";
import {
  connectorFacts,
  connectorSecretOf,
  defaultConnectorName,
  givenSecret,
  issuesSecret,
  type Connector,
} from "../../domain/connectors/connector.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { idOf, type CampaignId } from "../../domain/ids.ts";
import { contents, isAtLeast, isAtMost, isStorable } from "../../domain/values/plain-text.ts";
import type { Queryable, Tx } from "../../db/database.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { countConnectorsOf, insertConnector, listConnectorsOf } from "../../store/connectors/connectors.ts";
import { lockAccount } from "../../store/people/accounts.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import { asOperator } from "../acting.ts";
import { audit } from "../audit/audit.ts";
import type { ActingContext, MerchantContext, OperatorContext, Settings } from "../context.ts";
import { requireRole } from "../require-role.ts";

export interface NewConnector {
  readonly provider: string;
  readonly name?: string | undefined;
  /** null: not a valid ID, so unknown. */
  readonly campaignId?: CampaignId | null | undefined;
  readonly commissionBase?: CommissionBase | undefined;
  readonly secret?: string | undefined;
  readonly sandbox?: boolean | undefined;
}

export interface ConnectorWithSecret {
  readonly connector: Connector;
  /** Shown once. null: the provider issues it, and it is not known yet. */
  readonly secret: string | null;
}

export async function createConnector(context: MerchantContext, input: NewConnector): Promise<ConnectorWithSecret> {
  requireRole(context, "owner");
  return create(context, input);
}

export async function createConnectorForAccount(
  context: OperatorContext,
  accountReference: string,
  input: NewConnector,
): Promise<ConnectorWithSecret> {
  const account = await findAccountByReference(context, accountReference);
  return create(asOperator(context, account.id), input);
}

/** Where the provider sends its webhooks. */
export const connectorUrl = ({ baseUrl }: Pick<Settings, "baseUrl">, { id }: Pick<Connector, "id">): string =>
  `${baseUrl}/in/${id}`;

/** The oldest connector of this provider that can receive. Without one, it is created with a secret of ours. */
export async function ensureConnector(context: MerchantContext, provider: ProviderName): Promise<Connector> {
  requireRole(context, "owner");
  const { db, accountId, random } = context;
  return db.transaction(async (tx) => {
    // Of two requests at once, the second finds what the first has created.
    await lockAccount(tx, accountId);
    const connectors = await listConnectorsOf(tx, accountId);
    const known = connectors.findLast((each) => each.provider === provider && each.hasSecret);
    if (known) return known;
    const secret = connectorSecretOf((size) => random.bytes(size));
    return (await insertNew(tx, context, { provider, secret })).connector;
  });
}

const create = (context: ActingContext, input: NewConnector): Promise<ConnectorWithSecret> =>
  context.db.transaction(async (tx) => {
    await lockAccount(tx, context.accountId);
    return insertNew(tx, context, input);
  });

/** The caller has locked the account. */
async function insertNew(tx: Tx, context: ActingContext, input: NewConnector): Promise<ConnectorWithSecret> {
  const { clock, random, connectorSecretBox, accountId } = context;
  const provider = knownProvider(input.provider);
  const now = clock.now();
  const id = idOf("connector", random.uuid(now));
  const secret = newSecret(context, provider, input.secret);
  const connector: Connector = {
    id,
    accountId,
    provider,
    name: input.name === undefined ? defaultConnectorName[provider] : connectorName(input.name),
    campaignId: input.campaignId ?? null,
    commissionBase: input.commissionBase ?? "net",
    paymentIntents: false,
    // Paddle's sandbox does not mark its events, and a test account is for tests.
    sandbox: checkedSandbox(provider, input.sandbox) ?? (provider === "paddle" && context.twin !== null),
    site: null,
    otherSite: null,
    mapping: null,
    hasSecret: secret !== null,
    previousSecretUntil: null,
    createdAt: now,
  };
  if (input.campaignId !== undefined) await requireCampaign(tx, context, input.campaignId);
  if ((await countConnectorsOf(tx, accountId)) >= CONNECTORS_MAX) throw new AppError("too_many_connectors");
  await insertConnector(tx, connector, secret === null ? null : connectorSecretBox.seal(secret, id));
  await audit(tx, context, { action: "connector.created", subject: id, after: connectorFacts(connector) });
  return { connector, secret };
}

/** Other providers mark test events. */
export function checkedSandbox(provider: ProviderName, sandbox: boolean | undefined): boolean | undefined {
  if (sandbox && provider !== "paddle") throw new AppError("invalid_request", { text: "sandbox is for Paddle only." });
  return sandbox;
}

function newSecret({ random }: ActingContext, provider: ProviderName, given: string | undefined): string | null {
  if (given !== undefined) return givenSecret(given);
  return issuesSecret(provider) ? null : connectorSecretOf((size) => random.bytes(size));
}

function knownProvider(name: string): ProviderName {
  const provider = providerNames.find((each) => each === name);
  if (!provider)
    throw new AppError("invalid_request", { text: `provider must be one of ${providerNames.join(", ")}.` });
  return provider;
}

export function connectorName(name: string): string {
  const isFine = isAtMost(name, NAME_MAX) && isStorable(name) && isAtLeast(name.trim(), 1) && contents.line.holds(name);
  if (!isFine) throw new AppError("invalid_request", { text: `name must be text of 1 to ${NAME_MAX} characters.` });
  return name.trim();
}

export async function requireCampaign(
  db: Queryable,
  { accountId }: Pick<ActingContext, "accountId">,
  id: CampaignId | null,
): Promise<void> {
  orRefuse((id && (await findCampaign(db, accountId, id))) ?? undefined, "campaign_not_found");
}
