import type { Currency } from "../../domain/currency.ts";
import { nextDayAfter } from "../../domain/payout-schedule.ts";
import {
  deletePayer,
  deleteSchedule,
  findPayer,
  listSchedules,
  savePayer,
  saveSchedule,
  type Schedule,
} from "../../store/payout-settings.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../people/require-role.ts";

/** Who pays, as SEPA files say it. */
export interface Payer {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
}
export interface PayoutSettings {
  readonly payer: Payer | null;
  readonly schedules: Schedule[];
}

/** The IBAN is whole for owners only. */
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
  return sealed && { name: sealed.name, iban: payoutDetailsBox.open(sealed.ibanEncrypted, accountId), bic: sealed.bic };
}

const HINT_LENGTH = 4;

export async function setPayer(context: MerchantContext, { name, iban, bic }: Payer): Promise<void> {
  requireRole(context, "owner");
  const { db, accountId, actor, clock, payoutDetailsBox } = context;
  const ibanEncrypted = payoutDetailsBox.seal(iban, accountId);
  const payer = { name, ibanEncrypted, ibanHint: iban.slice(-HINT_LENGTH), bic, actor, at: clock.now() };
  await db.transaction((tx) => savePayer(tx, accountId, payer));
}

export async function removePayer(context: MerchantContext): Promise<void> {
  requireRole(context, "owner");
  await context.db.transaction((tx) => deletePayer(tx, context.accountId));
}

/** The first batch comes on the next such day, never today: whoever has just chosen it wants to look first. */
export async function setSchedule(
  context: MerchantContext,
  { currency, day, minimumMinor }: Pick<Schedule, "currency" | "day" | "minimumMinor">,
): Promise<void> {
  requireRole(context, "owner");
  const { db, accountId, actor, clock } = context;
  const at = clock.now();
  const nextOn = nextDayAfter(at.toISOString().slice(0, 10), day);
  await db.transaction((tx) => saveSchedule(tx, { accountId, currency, day, minimumMinor, nextOn }, { actor, at }));
}

export async function removeSchedule(context: MerchantContext, currency: Currency): Promise<void> {
  requireRole(context, "owner");
  await context.db.transaction((tx) => deleteSchedule(tx, context.accountId, currency));
}
