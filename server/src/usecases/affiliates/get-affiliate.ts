import { AppError } from "../../domain/errors.ts";
import { uuidOf, type AffiliateId } from "../../domain/ids.ts";
import {
  describeAffiliations,
  findAffiliatePerson,
  type AffiliatePerson,
  type ListedAffiliation,
} from "../../store/campaigns/affiliation-list.ts";
import type { MerchantContext } from "../context.ts";

export interface AffiliateStory {
  readonly person: AffiliatePerson;
  readonly affiliations: ListedAffiliation[];
}

export async function getAffiliate({ db, accountId }: MerchantContext, id: AffiliateId): Promise<AffiliateStory> {
  const person = await findAffiliatePerson(db, accountId, id);
  if (!person) throw new AppError("affiliate_not_found", { text: "Affiliate not found." });
  return { person, affiliations: await describeAffiliations(db, accountId, [uuidOf(id)]) };
}
