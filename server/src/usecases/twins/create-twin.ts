import type { Tx } from "../../db/database.ts";
import { AppError, orRefuse } from "../../domain/errors.ts";
import { idOf, type AccountId } from "../../domain/ids.ts";
import { TWINS_MAX } from "../../domain/test-clock.ts";
import { lockAccount } from "../../store/people/accounts.ts";
import { insertTwin, listTwins, type Twin } from "../../store/test-mode/twins.ts";
import { audit } from "../audit/audit.ts";
import type { ActingContext } from "../context.ts";
import { inTwin } from "./in-twin.ts";

const FIRST_NAME = "Test";

/** The oldest twin of a live account, created if it has none. */
export async function ensureFirstTwin<Context extends ActingContext>(tx: Tx, context: Context): Promise<Context> {
  const { accountId } = context;
  // Twins of one account are created one at a time.
  const live = orRefuse(await lockAccount(tx, accountId), "account_not_found");
  const [first] = await listTwins(tx, accountId);
  return acting(context, first ?? (await insert(tx, context, { live, name: FIRST_NAME })));
}

/** One more, next to the others of the same live account. Without a name it is numbered. */
export async function createTwin<Context extends ActingContext>(
  tx: Tx,
  context: Context,
  { liveAccountId, name }: { liveAccountId: AccountId; name: string | undefined },
): Promise<{ twin: Twin; context: Context }> {
  const live = orRefuse(await lockAccount(tx, liveAccountId), "account_not_found");
  const twins = await listTwins(tx, liveAccountId);
  if (twins.length >= TWINS_MAX) throw new AppError("too_many_test_accounts");
  const twin = await insert(tx, context, { live, name: name ?? freeName(twins) });
  return { twin, context: acting(context, twin) };
}

function freeName(twins: readonly Twin[]): string {
  const taken = new Set(twins.map(({ name }) => name));
  for (let number = twins.length + 1; ; number += 1)
    if (!taken.has(`${FIRST_NAME} ${number}`)) return `${FIRST_NAME} ${number}`;
}

interface NewTwin {
  readonly live: Pick<Twin, "id" | "plan">;
  readonly name: string;
}

async function insert(tx: Tx, context: ActingContext, { live, name }: NewTwin): Promise<Twin> {
  const now = context.wallClock.now();
  const id = idOf("account", context.random.uuid(now));
  const twin: Twin = { id, name, plan: live.plan, createdAt: now, liveAccountId: live.id, now };
  if (!(await insertTwin(tx, twin))) throw new AppError("test_account_name_taken");
  // In the twin's own log: nothing that happens in test mode is part of the live account.
  await audit(tx, acting(context, twin), { action: "account.created", subject: id, after: { plan: live.plan } });
  return twin;
}

const acting = <Context extends ActingContext>(context: Context, { id, now }: Twin): Context =>
  inTwin({ ...context, accountId: id }, id, now);
