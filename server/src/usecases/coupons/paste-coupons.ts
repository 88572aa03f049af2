import { COUPON_LINES_MAX } from "tributary-sdk/limits";
import { parseCouponCode } from "../../domain/coupon.ts";
import { AppError } from "../../domain/errors.ts";
import type { AffiliateId, CampaignId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import { findActiveCoupon, findHoldersByEmail } from "../../store/coupons/coupons.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
import { requireCampaign } from "./browse-coupons.ts";
import { createCoupon } from "./change-coupons.ts";

interface Line {
  readonly line: number;
  readonly code: string;
  readonly email: string;
}
export interface PastedLine extends Line {
  readonly outcome: "created" | "unchanged" | "failed";
  readonly error: AppError | null;
}

/**
 * Creates a coupon for each line of `code,email`. Each line is a transaction of its own, and lines that were created
 * before are left unchanged, so the same text can be pasted again after its mistakes are corrected.
 */
export async function pasteCoupons(
  context: MerchantContext,
  { campaignId, text }: { campaignId: CampaignId; text: string },
): Promise<PastedLine[]> {
  requireRole(context, "manager");
  await requireCampaign(context, campaignId);
  const lines = linesOf(text);
  if (lines.length > COUPON_LINES_MAX)
    throw new AppError("invalid_request", { text: `Paste up to ${COUPON_LINES_MAX} lines at once.` });
  const emails = lines.map(({ email }) => foldEmail(email));
  const { db, accountId } = context;
  const holders = await findHoldersByEmail(db, { accountId, campaignId }, emails);
  const pasted: PastedLine[] = [];
  for (const line of lines) {
    const affiliateId = holders.get(foldEmail(line.email)) ?? null;
    pasted.push(await pasteLine(context, line, { campaignId, affiliateId }));
  }
  return pasted;
}

async function pasteLine(
  context: MerchantContext,
  line: Line,
  to: { campaignId: CampaignId; affiliateId: AffiliateId | null },
): Promise<PastedLine> {
  if (line.email === "")
    return { ...line, outcome: "failed", error: new AppError("invalid_request", { text: NO_EMAIL }) };
  try {
    await createCoupon(context, { ...to, code: line.code });
    return { ...line, outcome: "created", error: null };
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
    const isTheirs = error.code === "coupon_taken" && (await isHeldBy(context, line, to));
    return isTheirs ? { ...line, outcome: "unchanged", error: null } : { ...line, outcome: "failed", error };
  }
}

const NO_EMAIL = "Write the code, a comma and the affiliate's email address.";

async function isHeldBy(
  { db, accountId }: MerchantContext,
  { code }: Line,
  { campaignId, affiliateId }: { campaignId: CampaignId; affiliateId: AffiliateId | null },
): Promise<boolean> {
  const folded = parseCouponCode(code)?.folded;
  const held = folded === undefined ? undefined : await findActiveCoupon(db, accountId, folded);
  return held?.coupon.campaignId === campaignId && held.holding.affiliateId === affiliateId;
}

/** Spreadsheets separate with tabs or semicolons too. An address has none of these, so the last one separates. */
const SEPARATED = /^(?<code>.*)[,;\t](?<email>[^,;\t]*)$/su;
const HEADER = /^\s*code\s*[,;\t]\s*e-?mail\s*$/iu;

function linesOf(text: string): Line[] {
  return text.split(/\r\n|\n|\r/u).flatMap((content, index): Line[] => {
    if (content.trim() === "" || (index === 0 && HEADER.test(content))) return [];
    const found = SEPARATED.exec(content)?.groups;
    const { code = content, email = "" } = found ?? {};
    return [{ line: index + 1, code: unquoted(code), email: unquoted(email) }];
  });
}

const unquoted = (value: string): string => value.trim().replace(/^"(.*)"$/su, "$1");
