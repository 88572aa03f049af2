import { uuidOf, type AccountId } from "../../src/domain/ids.ts";
import sql from "sql-template-tag";
import { createKey } from "../../src/usecases/keys/create-key.ts";
import { findTwin } from "../../src/store/test-mode/twins.ts";
import { inTwin } from "../../src/usecases/twins/in-twin.ts";
import { call, type TestApp } from "./app.ts";
import { aMerchant, type Merchant } from "./world.ts";

/** The same merchant through a test key. */
export async function aTwin(app: TestApp, live?: Merchant): Promise<Merchant & { readonly live: Merchant }> {
  const merchant = live ?? (await aMerchant(app));
  const { key, secret } = await createKey(merchant.context, "ci", { test: true });
  return twinOf(app, merchant, { accountId: key.accountId, secret });
}

/** The merchant in one of their test accounts. */
export async function twinOf(
  app: TestApp,
  live: Merchant,
  { accountId, secret }: { accountId: AccountId; secret: string },
): Promise<Merchant & { readonly live: Merchant }> {
  const twin = await findTwin(app.db, accountId);
  if (!twin) throw new Error("Not a test account.");
  return {
    ...live,
    live,
    accountId,
    key: secret,
    context: inTwin({ ...live.context, accountId }, accountId, twin.now),
    call: (method, path, more = {}) => call(app, method, path, { key: secret, ...more }),
  };
}

export async function clockOf(app: TestApp, accountId: AccountId): Promise<Date> {
  const [row] = await app.db.query<{ now: Date }>(
    sql`select now from account_clocks where account_id = ${uuidOf(accountId)}`,
  );
  if (!row) throw new Error("No clock.");
  return row.now;
}
