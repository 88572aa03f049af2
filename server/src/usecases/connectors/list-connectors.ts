import { silentSince, type Connector } from "../../domain/connectors/connector.ts";
import { orRefuse } from "../../domain/errors.ts";
import type { ConnectorId } from "../../domain/ids.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { readFigures, type ConnectorFigures } from "../../store/connectors/connector-figures.ts";
import { findConnector, listConnectorsOf, listConnectorsOfAll } from "../../store/connectors/connectors.ts";
import { exactly } from "../../store/page.ts";
import { findAccountByReference } from "../accounts/find-account-by-reference.ts";
import type { MerchantContext, OperatorContext } from "../context.ts";
import type { Listing } from "../listing.ts";
import { connectorUrl } from "./create-connector.ts";

/** A connector, and how it is doing. */
export interface ShownConnector extends Omit<ConnectorFigures, "arrivals"> {
  readonly connector: Connector;
  readonly url: string;
  readonly lastReceivedAt: Date | null;
  /** Nothing has arrived for several times the usual gap. */
  readonly silentSince: Date | null;
}

const FIGURES_DAYS = 30;

export async function showConnectors(
  context: Pick<MerchantContext, "db" | "accountId" | "wallClock" | "settings">,
  connectors: readonly Connector[],
): Promise<ShownConnector[]> {
  const { db, accountId, wallClock, settings } = context;
  // Events arrive in real time, also in test mode.
  const now = wallClock.now();
  const since = new Date(now.getTime() - FIGURES_DAYS * DAY_MS);
  const figures = await readFigures(db, accountId, { connectors: connectors.map(({ id }) => id), since });
  return connectors.flatMap((connector) => {
    const of = figures.get(connector.id);
    // Deleted in between.
    if (!of) return [];
    const { arrivals, ...shown } = of;
    return {
      ...shown,
      connector,
      url: connectorUrl(settings, connector),
      lastReceivedAt: arrivals[0] ?? null,
      silentSince: silentSince(arrivals, now),
    };
  });
}

export async function showConnector(context: MerchantContext, id: ConnectorId): Promise<ShownConnector> {
  const found = orRefuse(await findConnector(context.db, context.accountId, id), "connector_not_found");
  const [shown] = await showConnectors(context, [found]);
  return orRefuse(shown, "connector_not_found");
}

const all = async (context: MerchantContext): Promise<ShownConnector[]> =>
  showConnectors(context, await listConnectorsOf(context.db, context.accountId));

/** An account has only a few connectors, so they are all read and paged in memory. */
export const browseConnectors: Listing<object, ShownConnector> = {
  async page(context, _filter, { limit, offset }) {
    const rows = await all(context);
    return { rows: rows.slice(offset, offset + limit), total: exactly(rows.length) };
  },
  async *batches(context) {
    yield await all(context);
  },
};

/** Of one account, or of all. */
export async function listConnectorsForOperator(
  { db, ...context }: OperatorContext,
  accountReference?: string,
): Promise<Connector[]> {
  if (accountReference === undefined) return listConnectorsOfAll(db);
  const account = await findAccountByReference({ db, ...context }, accountReference);
  return listConnectorsOf(db, account.id);
}
