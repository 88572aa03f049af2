import type { ConversionRow, Explanation } from "tributary-sdk/pages";
import type { AttributedBy } from "tributary-sdk/words";
import { CopyField } from "../../ui/copy.tsx";
import type { Fact } from "../../ui/facts.tsx";

const ways: Readonly<Record<AttributedBy, string>> = {
  click: "Click on their link",
  code: "Affiliate code from the shop",
  coupon: "Coupon",
  customer: "A customer they brought before",
  bonus: "Bonus",
};

/** For orders with a coupon: what decided, the code, and what the link or the other coupon said. */
export function attributedBy(
  { attributed_by: by, coupon_code: code, click_id: click }: ConversionRow,
  other: Explanation["other_evidence"],
): Fact[] {
  if (code === undefined && other === undefined) return [];
  return [
    { label: "Attributed by", value: ways[by ?? (click === null ? "code" : "click")] },
    ...(code === undefined ? [] : [{ label: "Coupon", value: <CopyField value={code} what="coupon code" /> }]),
    ...(by === "coupon" ? [{ label: "Link", value: linkText(click, other) }] : []),
    ...(other === "coupon" ? [{ label: "Other coupon", value: "Belongs to another affiliate" }] : []),
  ];
}

function linkText(click: string | null, other: Explanation["other_evidence"]): string {
  if (other === "click") return "Another affiliate's link was followed";
  return click === null ? "Not followed" : "The same affiliate's link was followed";
}
