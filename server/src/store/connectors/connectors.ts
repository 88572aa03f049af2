import type { CommissionBase, ProviderName } from "tributary-sdk/words";
import sql, { raw } from "sql-template-tag";
import type { Queryable, Tx } from "../../db/database.ts";
import type { Connector } from "../../domain/connectors/connector.ts";
import { idOf, uuidOf, type AccountId, type ConnectorId } from "../../domain/ids.ts";

interface ConnectorRow {
  id: string;
  account_id: string;
  provider: ProviderName;
  name: string;
  campaign_id: string | null;
  commission_base: CommissionBase;
  payment_intents: boolean;
  sandbox: boolean;
  site: string | null;
  other_site: string | null;
  mapping: Record<string, string> | null;
  has_secret: boolean;
  previous_secret_until: Date | null;
  created_at: Date;
}
const columns = raw(
  `id, account_id, provider, name, campaign_id, commission_base, payment_intents, sandbox, site, other_site, mapping,
  secret_encrypted is not null as has_secret, previous_secret_until, created_at`,
);

const connectorOf = (row: ConnectorRow): Connector => ({
  id: idOf("connector", row.id),
  accountId: idOf("account", row.account_id),
  provider: row.provider,
  name: row.name,
  campaignId: row.campaign_id === null ? null : idOf("campaign", row.campaign_id),
  commissionBase: row.commission_base,
  paymentIntents: row.payment_intents,
  sandbox: row.sandbox,
  site: row.site,
  otherSite: row.other_site,
  mapping: row.mapping,
  hasSecret: row.has_secret,
  previousSecretUntil: row.previous_secret_until,
  createdAt: row.created_at,
});

export async function insertConnector(tx: Tx, connector: Connector, secretEncrypted: Buffer | null): Promise<void> {
  await tx.query(sql`
    insert into connectors (id, account_id, provider, name, campaign_id, commission_base, payment_intents, sandbox, mapping,
      secret_encrypted, created_at)
    values (${uuidOf(connector.id)}, ${uuidOf(connector.accountId)}, ${connector.provider}, ${connector.name},
      ${connector.campaignId && uuidOf(connector.campaignId)}, ${connector.commissionBase}, ${connector.paymentIntents},
      ${connector.sandbox}, ${connector.mapping && JSON.stringify(connector.mapping)}, ${secretEncrypted}, ${connector.createdAt})`);
}

export async function countConnectorsOf(db: Queryable, accountId: AccountId): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from connectors where account_id = ${uuidOf(accountId)} and deleted_at is null`);
  return row?.count ?? 0;
}

/** Newest first. */
export async function listConnectorsOf(db: Queryable, accountId: AccountId): Promise<Connector[]> {
  const rows = await db.query<ConnectorRow>(sql`
    select ${columns} from connectors
    where account_id = ${uuidOf(accountId)} and deleted_at is null order by created_at desc, id desc`);
  return rows.map(connectorOf);
}

export async function listConnectorsOfAll(db: Queryable): Promise<Connector[]> {
  const rows = await db.query<ConnectorRow>(sql`
    select ${columns} from connectors where deleted_at is null order by created_at desc, id desc`);
  return rows.map(connectorOf);
}

export async function findConnector(
  db: Queryable,
  accountId: AccountId,
  id: ConnectorId,
): Promise<Connector | undefined> {
  const [row] = await db.query<ConnectorRow>(sql`
    select ${columns} from connectors
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and deleted_at is null`);
  return row && connectorOf(row);
}

/** Receipts of a deleted connector are still worked through. */
export async function findConnectorEvenDeleted(
  db: Queryable,
  accountId: AccountId,
  id: ConnectorId,
): Promise<Connector | undefined> {
  const [row] = await db.query<ConnectorRow>(sql`
    select ${columns} from connectors where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)}`);
  return row && connectorOf(row);
}

/** For the operator, who identifies a connector by its ID alone. */
export async function findAccountOfConnector(db: Queryable, id: ConnectorId): Promise<AccountId | undefined> {
  const [row] = await db.query<{ account_id: string }>(sql`
    select account_id from connectors where id = ${uuidOf(id)} and deleted_at is null`);
  return row && idOf("account", row.account_id);
}

/** Not `for update`: that would block receipts, which reference this row. */
export async function lockConnector(tx: Tx, accountId: AccountId, id: ConnectorId): Promise<Connector | undefined> {
  const [row] = await tx.query<ConnectorRow>(sql`
    select ${columns} from connectors
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and deleted_at is null for no key update`);
  return row && connectorOf(row);
}

/** Saves what people can change, except for secrets. */
export async function saveConnector(tx: Tx, connector: Connector): Promise<void> {
  await tx.query(sql`
    update connectors set name = ${connector.name}, campaign_id = ${connector.campaignId && uuidOf(connector.campaignId)},
      commission_base = ${connector.commissionBase}, payment_intents = ${connector.paymentIntents}, sandbox = ${connector.sandbox},
      site = ${connector.site}, other_site = ${connector.otherSite}, mapping = ${connector.mapping && JSON.stringify(connector.mapping)}
    where account_id = ${uuidOf(connector.accountId)} and id = ${uuidOf(connector.id)} and deleted_at is null`);
}

/** The first site that reports an order. */
export async function saveSite(tx: Tx, { accountId, id }: Connector, site: string): Promise<void> {
  await tx.query(sql`
    update connectors set site = ${site} where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and site is null`);
}

/** Another site, whose events are ignored. */
export async function saveOtherSite(tx: Tx, { accountId, id }: Connector, site: string): Promise<void> {
  await tx.query(sql`
    update connectors set other_site = ${site}
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and site <> ${site}`);
}

/** The previous secret stays valid until the given time. The first one replaces none. */
export async function saveSecret(
  tx: Tx,
  { accountId, id }: Pick<Connector, "accountId" | "id">,
  { secretEncrypted, previousUntil }: { secretEncrypted: Buffer; previousUntil: Date },
): Promise<Connector | undefined> {
  const [row] = await tx.query<ConnectorRow>(sql`
    update connectors set secret_encrypted = ${secretEncrypted}, previous_secret_encrypted = secret_encrypted,
      previous_secret_until = case when secret_encrypted is null then null else ${previousUntil}::timestamptz end,
      version = version + 1
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and deleted_at is null
    returning ${columns}`);
  return row && connectorOf(row);
}

/** The row stays for the receipts; its secrets are deleted. */
export async function saveConnectorDeletion(
  tx: Tx,
  { accountId, id }: Pick<Connector, "accountId" | "id">,
  at: Date,
): Promise<Connector | undefined> {
  const [row] = await tx.query<ConnectorRow>(sql`
    update connectors set deleted_at = ${at}, secret_encrypted = null, previous_secret_encrypted = null,
      previous_secret_until = null, version = version + 1
    where account_id = ${uuidOf(accountId)} and id = ${uuidOf(id)} and deleted_at is null
    returning ${columns}`);
  return row && connectorOf(row);
}
