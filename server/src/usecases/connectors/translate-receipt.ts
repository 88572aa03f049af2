import { providerNamed } from "../../connectors/providers.ts";
import {
  ReceiptProblem,
  type ConnectorSettings,
  type Provider,
  type StoredReceipt,
  type Translation,
} from "../../connectors/shared/provider.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import type { ReceiptId } from "../../domain/ids.ts";
import { saveOtherSite, saveSite } from "../../store/connectors/connectors.ts";
import { isHandleKnown, isRefundKnown } from "../../store/connectors/facts.ts";
import { saveTopic } from "../../store/connectors/receipts.ts";
import type { MerchantContext } from "../context.ts";
import { storableTopic } from "./new-receipt.ts";
import { ownScope } from "./own-scope.ts";

/** What a receipt says under the connector's settings. Remembers its topic, and the site that it came from. */
export async function translateReceipt(
  context: MerchantContext,
  connector: Connector,
  receipt: StoredReceipt & { readonly id: ReceiptId },
): Promise<Translation> {
  const { db, accountId, twin } = context;
  const provider = providerNamed(connector.provider);
  const { paymentIntents, sandbox, mapping } = connector;
  const isTest = twin !== null;
  // A test account is where a clone of a shop may send its events.
  const settings = { paymentIntents, sandbox, mapping, testMode: isTest, site: isTest ? null : connector.site };
  const topic = topicOf(provider, receipt, settings);
  if (topic !== receipt.topic) await db.transaction((tx) => saveTopic(tx, { accountId, id: receipt.id }, topic));
  const translation = provider.translate(receipt, settings);
  const { site } = translation;
  const isOther = "ignored" in translation;
  const isNew = site !== undefined && (isOther ? connector.otherSite !== site : connector.site === null);
  if (isNew && !isTest) await db.transaction((tx) => (isOther ? saveOtherSite : saveSite)(tx, connector, site));
  const isFormer = await isKnownByFormerKey(context, connector, translation);
  return isFormer ? provider.translate(receipt, { ...settings, formerKeys: true }) : translation;
}

async function isKnownByFormerKey(
  context: MerchantContext,
  connector: Connector,
  translation: Translation,
): Promise<boolean> {
  const { db, accountId } = context;
  const { formerHandle, formerRefundId } = translation;
  if (formerHandle !== undefined) return isHandleKnown(db, connector, formerHandle);
  if (formerRefundId === undefined || "ignored" in translation) return false;
  const [handle = ""] = translation.facts.flatMap(({ handles }) => handles);
  const scope = await ownScope(context, connector, translation.facts);
  return isRefundKnown(db, { accountId, provider: connector.provider, scope }, { objectId: formerRefundId, handle });
}

/** The name that was found on arrival stays if the settings find none. */
function topicOf(provider: Provider, receipt: StoredReceipt, settings: ConnectorSettings): string {
  try {
    return storableTopic(provider.topicOf?.(receipt, settings) ?? receipt.topic);
  } catch (error) {
    if (error instanceof ReceiptProblem) return receipt.topic;
    throw error;
  }
}
