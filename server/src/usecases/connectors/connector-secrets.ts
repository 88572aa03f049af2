import {
  connectorSecretOf,
  givenSecret,
  issuesSecret,
  PREVIOUS_SECRET_MS,
  type Connector,
} from "../../domain/connectors/connector.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import type { ConnectorId } from "../../domain/ids.ts";
import { lockConnector, saveSecret } from "../../store/connectors/connectors.ts";
import { findMailbox } from "../../store/connectors/inbox.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import type { ConnectorWithSecret } from "./create-connector.ts";

/**
 * The provider's secret, or one that the merchant chose. The previous one stays valid for a day. Saving the current one
 * again changes nothing.
 */
export async function setConnectorSecret(
  context: MerchantContext,
  { id, secret }: { id: ConnectorId; secret: string },
): Promise<Connector> {
  requireRole(context, "owner");
  return replace(context, { id, action: "connector.secret_set", secretFor: () => givenSecret(secret) });
}

/** A new secret of ours. The previous one stays valid for a day. */
export async function rotateConnectorSecret(context: MerchantContext, id: ConnectorId): Promise<ConnectorWithSecret> {
  requireRole(context, "owner");
  const { random } = context;
  const secret = connectorSecretOf((size) => random.bytes(size));
  const secretFor = ({ provider }: Connector): string => {
    if (issuesSecret(provider)) throw new AppError("secret_of_provider");
    return secret;
  };
  return { connector: await replace(context, { id, action: "connector.rotated", secretFor }), secret };
}

interface Replacement {
  readonly id: ConnectorId;
  readonly action: "connector.secret_set" | "connector.rotated";
  readonly secretFor: (connector: Connector) => string;
}

async function replace(context: MerchantContext, { id, action, secretFor }: Replacement): Promise<Connector> {
  const { db, wallClock, accountId, connectorSecretBox } = context;
  const previousUntil = new Date(wallClock.now().getTime() + PREVIOUS_SECRET_MS);
  return db.transaction(async (tx) => {
    const before = orRefuse(await lockConnector(tx, accountId, id), "connector_not_found");
    const secret = secretFor(before);
    const current = (await findMailbox(tx, id))?.secretEncrypted;
    if (current && connectorSecretBox.openIfPossible(current, id) === secret) return before;
    const secretEncrypted = connectorSecretBox.seal(secret, id);
    const after = orRefuse(await saveSecret(tx, before, { secretEncrypted, previousUntil }), "connector_not_found");
    const until = after.previousSecretUntil?.toISOString() ?? null;
    await audit(tx, context, { action, subject: id, after: { previous_secret_until: until } });
    return after;
  });
}
