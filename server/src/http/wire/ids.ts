import { z } from "zod";
import { AppError, type ErrorCode } from "../../domain/errors.ts";
import { parseId, type Id, type IdKind } from "../../domain/ids.ts";
import { reference } from "./fields.ts";

export const campaignId = z.string().describe("The campaign's ID.").meta({ example: "cmp_01jz8q3v5kf2r9w0y4t6x1m7ab" });
export const affiliateId = z
  .string()
  .describe("The affiliate's ID.")
  .meta({ example: "aff_01jz8q4c0hd3s8x2z5v7y1n9cd" });
export const groupId = z.string().describe("The group's ID.").meta({ example: "grp_01jz8q4m6ne7t2y4a8x0z3p5kj" });
export const couponId = z.string().describe("The coupon's ID.").meta({ example: "cpn_01jz8q4p8qf9v3z5b1y2a6r7mk" });
export const conversionId = z
  .string()
  .describe("The conversion's ID.")
  .meta({ example: "conv_01jz8q52r7m4t9y3a6w8z2p0ef" });

/** The parameters of the dashboard's routes. */
export const ofAccount = z.object({ account_id: reference("account_id") });
export const ofOne = ofAccount.extend({ id: reference("id") });
/** The portal's routes name no account: everything belongs to the signed-in person. */
export const ofOwn = z.object({ id: reference("id") });

type Findable = { [Kind in IdKind]: `${Kind}_not_found` extends ErrorCode ? Kind : never }[IdKind];

/** Text that is not an ID gets the same response as an ID that does not exist. */
export function idFrom<Kind extends Findable>(kind: Kind, text: string): Id<Kind> {
  const id = parseId(kind, text);
  if (!id) throw new AppError(`${kind}_not_found`);
  return id;
}

/** For filters. null: the text is not an ID, so nothing matches. */
export const filterId = <Kind extends IdKind>(kind: Kind, value: string | undefined): Id<Kind> | null | undefined =>
  value === undefined ? undefined : (parseId(kind, value) ?? null);
