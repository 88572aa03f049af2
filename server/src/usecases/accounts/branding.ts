import { createHash } from "node:crypto";
import { brandFacts } from "../../domain/audit-facts.ts";
import { assertReadable, NO_BRANDING, type Branding, type BrandText } from "../../domain/branding.ts";
import { orRefuse } from "../../domain/errors.ts";
import { readPicture } from "../../formats/picture.ts";
import type { Tx } from "../../db/database.ts";
import { lockAccount } from "../../store/people/accounts.ts";
import { findBranding, findLogo, saveBrandText, saveLogo, type StoredLogo } from "../../store/people/brands.ts";
import { audit } from "../audit/audit.ts";
import type { MerchantContext, Services } from "../context.ts";
import { requireRole } from "../require-role.ts";

export type { Branding } from "../../domain/branding.ts";

export const getBranding = async ({ db, accountId }: MerchantContext): Promise<Branding> =>
  (await findBranding(db, accountId)) ?? NO_BRANDING;

/** Only the given fields change: another manager may be changing the others. */
export async function changeBrandText(
  context: MerchantContext,
  { accent, senderName, coverLine }: { [Field in keyof BrandText]?: BrandText[Field] | undefined },
): Promise<Branding> {
  requireRole(context, "manager");
  if (accent) assertReadable(accent);
  return change(context, (tx, before) =>
    saveBrandText(tx, changeOf(context), {
      accent: accent === undefined ? before.accent : accent,
      senderName: senderName === undefined ? before.senderName : senderName,
      coverLine: coverLine === undefined ? before.coverLine : coverLine,
    }),
  );
}

export async function changeLogo(context: MerchantContext, bytes: Buffer): Promise<Branding> {
  requireRole(context, "manager");
  const { content, type } = readPicture(bytes);
  const digest = createHash("sha256").update(content).digest();
  return change(context, (tx) => saveLogo(tx, changeOf(context), { content, type, digest }));
}

export async function removeLogo(context: MerchantContext): Promise<Branding> {
  requireRole(context, "manager");
  return change(context, (tx) => saveLogo(tx, changeOf(context), null));
}

const changeOf = ({ accountId, actor, clock }: MerchantContext) => ({ accountId, actor, at: clock.now() });

/** One change at a time, so that each audit log entry starts from the result of the previous one. */
async function change(context: MerchantContext, save: (tx: Tx, before: Branding) => Promise<void>): Promise<Branding> {
  const { db, accountId } = context;
  return db.transaction(async (tx) => {
    orRefuse(await lockAccount(tx, accountId), "account_not_found");
    const before = (await findBranding(tx, accountId)) ?? NO_BRANDING;
    await save(tx, before);
    const after = (await findBranding(tx, accountId)) ?? NO_BRANDING;
    const sides = { before: brandFacts(before), after: brandFacts(after) };
    await audit(tx, context, { action: "account.branding_changed", subject: accountId, ...sides });
    return after;
  });
}

const DIGEST = /^[0-9a-f]{64}$/;

/** Public: affiliates see it before they have an account. */
export async function openLogo({ db }: Services, digest: string): Promise<Pick<StoredLogo, "content" | "type">> {
  const found = DIGEST.test(digest) ? await findLogo(db, Buffer.from(digest, "hex")) : undefined;
  return orRefuse(found, "logo_not_found");
}
