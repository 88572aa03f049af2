import { COUPON_LINES_MAX } from "tributary-sdk/limits";
import { parseCouponCode } from "../../domain/coupon.ts";
import { AppError, isRefusal, orRefuse } from "../../domain/errors.ts";
import type { AffiliateId, CampaignId } from "../../domain/ids.ts";
import { foldEmail } from "../../domain/invitation.ts";
import { findCampaign } from "../../store/campaigns/campaigns.ts";
import { findActiveCoupon, findHoldersByEmail } from "../../store/coupons/coupons.ts";
import type { MerchantContext } from "../context.ts";
import { requireRole } from "../require-role.ts";
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

export interface PasteCoupons {
  readonly campaignId: CampaignId;
  readonly text: string;
  /** Records nothing, and says what would happen. */
  readonly preview?: boolean | undefined;
}

/**
 * Creates a coupon for each line of `code,email`. Each line is a transaction of its own, and lines that were created
 * before are left unchanged, so the same text can be pasted again after its mistakes are corrected.
 */
export async function pasteCoupons(
  context: MerchantContext,
  { campaignId, text, preview = false }: PasteCoupons,
): Promise<PastedLine[]> {
  requireRole(context, "manager");
  const { db, accountId } = context;
  const campaign = orRefuse(await findCampaign(db, accountId, campaignId), "campaign_not_found");
  if (campaign.status === "archived") throw new AppError("campaign_archived");
  const lines = linesOf(text);
  if (lines.length > COUPON_LINES_MAX)
    throw new AppError("invalid_request", { text: `Paste up to ${COUPON_LINES_MAX} lines at once.` });
  const emails = lines.map(({ email }) => foldEmail(email));
  const holders = await findHoldersByEmail(db, { accountId, campaignId }, emails);
  const previewed = new Map<string, AffiliateId>();
  const pasted: PastedLine[] = [];
  for (const line of lines) {
    const affiliateId = holders.get(foldEmail(line.email)) ?? null;
    const to = { campaignId, affiliateId };
    const create = preview
      ? () => tryOut(context, { line, to, previewed })
      : () => createCoupon(context, { ...to, code: line.code });
    pasted.push(await pasteLine(line, create, (taken) => isHeldBy(context, taken, { ...to, previewed })));
  }
  return pasted;
}

async function pasteLine(
  line: Line,
  create: () => Promise<unknown>,
  isTheirs: (line: Line) => Promise<boolean>,
): Promise<PastedLine> {
  try {
    if (line.email === "") throw new AppError("invalid_request", { text: NO_EMAIL });
    await create();
    return { ...line, outcome: "created", error: null };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const isUnchanged = error.code === "coupon_taken" && (await isTheirs(line));
    return isUnchanged ? { ...line, outcome: "unchanged", error: null } : { ...line, outcome: "failed", error };
  }
}

interface To {
  readonly campaignId: CampaignId;
  readonly affiliateId: AffiliateId | null;
}
/** The codes of earlier lines, which a preview does not record. */
type Previewed = Map<string, AffiliateId>;

/** The checks of `createCoupon`, in its order. */
async function tryOut(
  { db, accountId }: MerchantContext,
  { line, to, previewed }: { line: Line; to: To; previewed: Previewed },
): Promise<void> {
  const parsed = parseCouponCode(line.code);
  if (!parsed) throw new AppError("invalid_coupon");
  if (to.affiliateId === null) throw new AppError("affiliate_not_found");
  if (previewed.has(parsed.folded) || (await findActiveCoupon(db, accountId, parsed.folded)))
    throw new AppError("coupon_taken");
  previewed.set(parsed.folded, to.affiliateId);
}

const NO_EMAIL = "Write the code, a comma and the affiliate's email address.";

async function isHeldBy(
  { db, accountId }: MerchantContext,
  { code }: Line,
  { campaignId, affiliateId, previewed }: To & { readonly previewed: Previewed },
): Promise<boolean> {
  const folded = parseCouponCode(code)?.folded ?? "";
  const earlier = previewed.get(folded);
  if (earlier !== undefined) return earlier === affiliateId;
  const held = await findActiveCoupon(db, accountId, folded);
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
