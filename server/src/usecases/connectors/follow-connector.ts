import { orRefuse } from "../../domain/errors.ts";
import type { ConnectorId } from "../../domain/ids.ts";
import { readConnectorPulse, type ConnectorPulse } from "../../store/connectors/connector-figures.ts";
import type { MerchantContext } from "../context.ts";

/** Tells an open page whether its figures are outdated. */
export const followConnector = async ({ db, accountId }: MerchantContext, id: ConnectorId): Promise<ConnectorPulse> =>
  orRefuse(await readConnectorPulse(db, accountId, id), "connector_not_found");
