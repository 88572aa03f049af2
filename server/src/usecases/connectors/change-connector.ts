import type { CommissionBase } from "tributary-sdk/words";
import { MappingProblem, parseMapping } from "../../connectors/generic/mapping.ts";
import { parseSite } from "../../connectors/woocommerce/site.ts";
import { connectorFacts, type Connector } from "../../domain/connectors/connector.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { CampaignId, ConnectorId } from "../../domain/ids.ts";
import { lockConnector, saveConnector, saveConnectorDeletion } from "../../store/connectors/connectors.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { checkedSandbox, connectorName, requireCampaign } from "./create-connector.ts";

export interface ChangeConnector {
  readonly id: ConnectorId;
  readonly name?: string | undefined;
  /** null: no default. `unknown`: not a valid ID. */
  readonly campaignId?: CampaignId | "unknown" | null | undefined;
  /** Applies to new orders only. */
  readonly commissionBase?: CommissionBase | undefined;
  readonly paymentIntents?: boolean | undefined;
  readonly sandbox?: boolean | undefined;
  /** The address of the shop. */
  readonly site?: string | undefined;
  readonly mapping?: Readonly<Record<string, string>> | undefined;
}

export async function changeConnector(context: MerchantContext, input: ChangeConnector): Promise<Connector> {
  requireRole(context, "manager");
  const { db, accountId } = context;
  const { campaignId } = input;
  return db.transaction(async (tx) => {
    const before = orRefuse(await lockConnector(tx, accountId, input.id), "connector_not_found");
    if (campaignId) await requireCampaign(tx, context, campaignId === "unknown" ? null : campaignId);
    if (input.paymentIntents && before.provider !== "stripe")
      throw new AppError("invalid_request", { text: "payment_intents is for Stripe only." });
    if (input.mapping && before.provider !== "generic")
      throw new AppError("invalid_request", { text: "mapping is for generic connectors only." });
    const after: Connector = {
      ...before,
      name: input.name === undefined ? before.name : connectorName(input.name),
      campaignId: campaignId === undefined || campaignId === "unknown" ? before.campaignId : campaignId,
      commissionBase: input.commissionBase ?? before.commissionBase,
      paymentIntents: input.paymentIntents ?? before.paymentIntents,
      sandbox: checkedSandbox(before.provider, input.sandbox) ?? before.sandbox,
      ...(input.site !== undefined && { site: checkedSite(before, input.site), otherSite: null }),
      mapping: input.mapping ? checkedMapping(input.mapping) : before.mapping,
    };
    await saveConnector(tx, after);
    const sides = { before: connectorFacts(before), after: connectorFacts(after) };
    await audit(tx, context, { action: "connector.updated", subject: before.id, ...sides });
    return after;
  });
}

function checkedSite({ provider }: Connector, given: string): string {
  if (provider !== "woocommerce") throw new AppError("invalid_request", { text: "site is for WooCommerce only." });
  const site = parseSite(given.trim());
  if (site === undefined)
    throw new AppError("invalid_request", { text: "site must be the address of a shop, such as shop.example." });
  return site;
}

function checkedMapping(mapping: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  try {
    parseMapping(mapping);
    return mapping;
  } catch (error) {
    throw error instanceof MappingProblem ? new AppError("invalid_request", { text: error.message }) : error;
  }
}

/** Refuses its webhooks from now on. Receipts that wait are still worked through, and all its orders stay. */
export async function deleteConnector(context: MerchantContext, id: ConnectorId): Promise<void> {
  requireRole(context, "owner");
  const { db, clock, accountId } = context;
  await db.transaction(async (tx) => {
    const deleted = orRefuse(await saveConnectorDeletion(tx, { accountId, id }, clock.now()), "connector_not_found");
    await audit(tx, context, { action: "connector.deleted", subject: id, before: connectorFacts(deleted) });
  });
}
