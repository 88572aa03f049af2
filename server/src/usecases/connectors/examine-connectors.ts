import { CONNECTOR_FIGURE_MAX } from "tributary-sdk/limits";
import { silentSince } from "../../domain/connectors/connector.ts";
import type { ConnectorId } from "../../domain/ids.ts";
import { DAY_MS } from "../../domain/values/day.ts";
import { listConnectorHealth } from "../../store/connectors/connector-health.ts";
import type { OperatorContext } from "../context.ts";

/** A running worker takes seconds. */
const OVERDUE_MS = 10 * 60_000;
/** As long as the content of a failed receipt is stored, it can run again. */
const FAILED_DAYS = 30;

export interface ConnectorsExamined {
  readonly connectors: number;
  /** Receipts that should have been processed minutes ago. */
  readonly overdue: number;
  readonly failed: number;
  /** With failed receipts. */
  readonly failing: readonly ConnectorId[];
  readonly silent: readonly ConnectorId[];
}

/** How the connectors of all live accounts are doing. */
export async function examineConnectors({
  db,
  clock,
}: Pick<OperatorContext, "db" | "clock">): Promise<ConnectorsExamined> {
  const now = clock.now();
  const all = await listConnectorHealth(db, {
    overdue: new Date(now.getTime() - OVERDUE_MS),
    since: new Date(now.getTime() - FAILED_DAYS * DAY_MS),
    most: CONNECTOR_FIGURE_MAX,
  });
  return {
    connectors: all.length,
    overdue: all.reduce((sum, each) => sum + each.overdue, 0),
    failed: all.reduce((sum, each) => sum + each.failed, 0),
    failing: all.flatMap(({ id, failed }) => (failed > 0 ? id : [])),
    silent: all.flatMap(({ id, arrivals }) => (silentSince(arrivals, now) === null ? [] : id)),
  };
}
