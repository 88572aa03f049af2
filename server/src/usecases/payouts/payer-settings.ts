import type { Tx } from "../../db/database.ts";
import type { Facts } from "../../domain/audit.ts";
import { masked, sumOf } from "../../domain/audit-facts.ts";
import type { Currency } from "../../domain/values/currency.ts";
import { hasMonthlyBatch } from "../../store/payouts/payout-batches.ts";
import { nextDayAfter, nextDayAfterEdit } from "../../domain/payout-schedule.ts";
import { AppError } from "../../domain/errors.ts";
import {
  parseBankAccount,
  parseExampleAccount,
  type BankAccount,
  type TypedBankAccount,
} from "../../formats/bank-account.ts";
import { hasSepaName } from "../../formats/sepa.ts";
import {
  deletePayer,
  deleteSchedule,
  findPayer,
  listSchedules,
  lockPayer,
  lockSchedule,
  savePayer,
  saveSchedule,
  type SavedSchedule,
  type Schedule,
  type SealedPayer,
} from "../../store/payouts/payout-settings.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";

/** The payer in SEPA files. */
export interface Payer extends BankAccount {
  readonly name: string;
}
export interface PayoutSettings {
  readonly payer: Payer | null;
  readonly schedules: SavedSchedule[];
}

/** Only owners see the full IBAN. */
export async function getPayoutSettings(context: MerchantContext): Promise<PayoutSettings> {
  const { db, accountId, role } = context;
  const [sealed, schedules] = await Promise.all([findPayer(db, accountId), listSchedules(db, accountId)]);
  const masked = sealed && { name: sealed.name, iban: `••••${sealed.ibanHint}`, bic: null };
  const payer = role === "owner" ? await findOpenPayer(context) : masked;
  return { payer: payer ?? null, schedules };
}

export async function findOpenPayer({
  db,
  accountId,
  payoutDetailsBox,
}: Pick<MerchantContext, "db" | "accountId" | "payoutDetailsBox">): Promise<Payer | undefined> {
  const sealed = await findPayer(db, accountId);
  return sealed && opened({ accountId, payoutDetailsBox }, sealed);
}

/** undefined if the installation's secret was lost: the payer has to be entered again. */
function opened(
  { accountId, payoutDetailsBox }: Pick<MerchantContext, "accountId" | "payoutDetailsBox">,
  { name, ibanEncrypted, bic }: SealedPayer,
): Payer | undefined {
  const iban = payoutDetailsBox.openIfPossible(ibanEncrypted, accountId);
  return iban === undefined ? undefined : { name, iban, bic };
}

const HINT_LENGTH = 4;

export async function setPayer(
  context: MerchantContext,
  { name, ...account }: { readonly name: string } & TypedBankAccount,
): Promise<void> {
  requireRole(context, "owner");
  const { iban, bic } = context.twin === null ? parseBankAccount(account) : parseExampleAccount(account);
  if (!hasSepaName(name)) throw new AppError("invalid_request", { text: "name must contain a letter or digit." });
  const { db, accountId, actor, clock, payoutDetailsBox } = context;
  const ibanEncrypted = payoutDetailsBox.seal(iban, accountId);
  const payer = { name, ibanEncrypted, ibanHint: iban.slice(-HINT_LENGTH), bic, actor, at: clock.now() };
  await db.transaction(async (tx) => {
    const sealed = await lockPayer(tx, accountId);
    await savePayer(tx, accountId, payer);
    await auditPayer(tx, context, { before: sealed && opened(context, sealed), after: { name, iban, bic } });
  });
}

/**
 * Records which fields changed and the last digits of the account. Names and full numbers stay out, because audit
 * entries are permanent.
 */
async function auditPayer(
  tx: Tx,
  context: MerchantContext,
  { before, after }: { before: Payer | undefined; after: Payer },
): Promise<void> {
  const changed = (["name", "iban", "bic"] as const).filter((part) => before && before[part] !== after[part]);
  if (before && changed.length === 0) return;
  const factsOf = (payer: Payer) => ({ iban: masked(payer.iban.slice(-HINT_LENGTH)) });
  await audit(tx, context, {
    action: "account.payer_set",
    subject: context.accountId,
    before: before && factsOf(before),
    after: before ? { ...factsOf(after), changed } : factsOf(after),
  });
}

export async function removePayer(context: MerchantContext): Promise<void> {
  requireRole(context, "owner");
  const { db, accountId } = context;
  await db.transaction(async (tx) => {
    const payer = await lockPayer(tx, accountId);
    if (!payer) return;
    await deletePayer(tx, accountId);
    const before = { iban: masked(payer.ibanHint) };
    await audit(tx, context, { action: "account.payer_removed", subject: accountId, before });
  });
}

/** A new schedule's first batch is never created on the same day, so that the owner can check it first. */
export async function setSchedule(
  context: MerchantContext,
  { currency, day, minimumMinor }: Pick<Schedule, "currency" | "day" | "minimumMinor">,
): Promise<void> {
  requireRole(context, "owner");
  const { db, accountId, actor, clock } = context;
  const at = clock.now();
  const today = at.toISOString().slice(0, 10);
  await db.transaction(async (tx) => {
    // The job locks the row while it creates the batch, so an edit takes effect either before or after it.
    const before = await lockSchedule(tx, accountId, currency);
    const next = nextDayAfter(today, day);
    // Moving the day must not give a month a second batch.
    const isMade = await hasMonthlyBatch(tx, { accountId, currency, month: `${next.slice(0, 7)}-01` });
    const newDay = isMade ? nextDayAfter(next, day) : next;
    const nextOn = nextDayAfterEdit(newDay, before?.disabled ? undefined : before?.nextOn);
    const schedule: Schedule = { accountId, currency, day, minimumMinor, nextOn };
    await saveSchedule(tx, schedule, { actor, at });
    const sides = { before: before && scheduleFacts(before), after: scheduleFacts(schedule) };
    await audit(tx, context, { action: "account.schedule_set", subject: accountId, about: { currency }, ...sides });
  });
}

export async function removeSchedule(context: MerchantContext, currency: Currency): Promise<void> {
  requireRole(context, "owner");
  const { db, accountId } = context;
  await db.transaction(async (tx) => {
    const schedule = await lockSchedule(tx, accountId, currency);
    if (!schedule) return;
    await deleteSchedule(tx, accountId, currency);
    const before = scheduleFacts(schedule);
    await audit(tx, context, { action: "account.schedule_removed", subject: accountId, about: { currency }, before });
  });
}

const scheduleFacts = ({ currency, day, minimumMinor }: Schedule): Facts => ({
  day,
  minimum: sumOf(minimumMinor, currency),
});
