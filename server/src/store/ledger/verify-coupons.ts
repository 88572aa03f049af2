import type { Check } from "./verify-check.ts";

/** Who held which coupon when, and the orders that used one. */
export const couponChecks: readonly Check[] = [
  {
    name: "coupon_holders_with_gaps",
    finding: "coupons whose holders do not follow each other from the coupon's start to its end",
    wrong: `select c.id from coupons c
      left join lateral (
        select count(*) as holders, min(held_from) as first_from, max(seq) as last_seq,
          bool_and(held_from = coalesce(previous_until, held_from)) as joined
        from (select seq, held_from, lag(held_until) over (order by seq) as previous_until from coupon_holders
          where account_id = c.account_id and coupon_id = c.id) held) all_of on true
      left join coupon_holders last on last.account_id = c.account_id and last.coupon_id = c.id and last.seq = all_of.last_seq
      where all_of.holders = 0 or all_of.holders <> all_of.last_seq or all_of.first_from <> c.starts_at or not all_of.joined
        or last.held_until is distinct from c.ends_at`,
  },
  {
    name: "coupon_holder_of_other_campaign",
    finding: "coupons held by an affiliate of another campaign",
    wrong: `select h.coupon_id as id from coupon_holders h
      join coupons c on c.account_id = h.account_id and c.id = h.coupon_id
      left join affiliations a on a.account_id = h.account_id and a.id = h.affiliation_id
      where a.campaign_id is distinct from c.campaign_id`,
  },
  {
    // An order and a move of its coupon can be decided at the same moment, so a minute on both sides counts.
    name: "conversion_of_other_holder",
    finding: "conversions with a coupon that their affiliate did not hold when the order was paid",
    wrong: `select v.id from conversions v
      join orders o on o.account_id = v.account_id and o.conversion_id = v.id
      left join coupons c on c.account_id = v.account_id and c.id = v.coupon_id and c.campaign_id = v.campaign_id
        and c.code = v.coupon_code
      where v.coupon_id is not null and v.part_of is null and (c.id is null or not exists (
        select from coupon_holders h where h.account_id = v.account_id and h.coupon_id = c.id
          and h.affiliation_id = case when v.attributed_by = 'click' then coalesce(v.other_affiliation_id, v.affiliation_id)
            else v.affiliation_id end
          and h.held_from <= greatest(o.paid_at, c.starts_at) + interval '1 minute'
          and coalesce(h.held_until, 'infinity') >= o.paid_at - interval '1 minute'))`,
  },
];
