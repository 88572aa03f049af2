import type { AffiliatePersonRow } from "tributary-sdk/pages";
import { z } from "zod";
import { majorOf } from "../../domain/values/money.ts";
import { spreadsheetText } from "../../formats/csv.ts";
import { earningsOf } from "../../domain/statistics.ts";
import type { ListedPerson } from "../../usecases/affiliates/browse-affiliations.ts";
import type { MerchantContext } from "../../usecases/context.ts";
import type { Columns } from "../response/send-csv.ts";
import { affiliationRow, presentAffiliation } from "./affiliate.ts";
import { byCurrency, byCurrencyOf } from "./money.ts";

export const affiliatePerson: z.ZodType<AffiliatePersonRow> = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  created_at: z.string(),
  affiliations: z.array(affiliationRow),
  clicks: z.number(),
  conversions: z.number(),
  by_currency: byCurrencyOf(z.object({ revenue: z.number(), commission: z.number() })),
});

export function presentPersonRow({ person, affiliations }: ListedPerson, context: MerchantContext): AffiliatePersonRow {
  return {
    id: person.id,
    name: person.name,
    email: person.email,
    created_at: person.createdAt.toISOString(),
    affiliations: affiliations
      .filter(({ affiliation }) => affiliation.status !== "removed")
      .map((listed) => presentAffiliation(listed, context)),
    clicks: affiliations.reduce((sum, { statistics }) => sum + statistics.clicks, 0),
    conversions: affiliations.reduce((sum, { statistics }) => sum + statistics.conversions, 0),
    by_currency: byCurrency(earningsOf(affiliations.flatMap(({ totals }) => totals)), ({ revenue, commission }) => ({
      revenue: majorOf(revenue),
      commission: majorOf(commission),
    })),
  };
}

const inEachCurrency = (row: AffiliatePersonRow, of: "revenue" | "commission"): string =>
  Object.entries(row.by_currency)
    .map(([currency, figures]) => `${figures[of]} ${currency}`)
    .join("; ");

/**
 * What the person wrote when applying, in the order of the campaigns: empty for those without an application. Each text
 * is escaped before they are joined, because a spreadsheet may split the cell.
 */
function inEachApplication(row: AffiliatePersonRow, of: "website" | "audience" | "note" | "applied_at"): string {
  const written = row.affiliations.map(({ application }) => spreadsheetText(application?.[of] ?? ""));
  return written.some((text) => text !== "") ? written.join("; ") : "";
}

export const personColumns: Columns<AffiliatePersonRow> = [
  ["affiliate_id", (row) => row.id],
  "name",
  "email",
  "created_at",
  ["campaigns", (row) => row.affiliations.map(({ campaign_name: name }) => name).join("; ")],
  ["statuses", (row) => row.affiliations.map(({ status }) => status).join("; ")],
  "clicks",
  "conversions",
  ["revenue", (row) => inEachCurrency(row, "revenue")],
  ["commission", (row) => inEachCurrency(row, "commission")],
  ["website", (row) => inEachApplication(row, "website")],
  ["audience", (row) => inEachApplication(row, "audience")],
  ["note", (row) => inEachApplication(row, "note")],
  ["applied_at", (row) => inEachApplication(row, "applied_at")],
];
