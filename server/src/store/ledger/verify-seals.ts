import { affiliateAccounts } from "tributary-sdk/statement";
import type { Check } from "./verify-check.ts";
import { affiliateOf, changeOf, digestOf, genesisOf } from "./seals.ts";

const sealedLine = `select s.affiliate_id, s.currency, s.number, line.transfer_id, line.ordinal,
    substring(s.digests from (32 * (line.ordinal - 1) + 1)::int for 32) as digest
  from seals s cross join lateral unnest(s.transfer_ids) with ordinality line (transfer_id, ordinal)`;

/** Checks seals against transfers and against each other. Each check returns the rows that were changed. */
export const sealChecks: readonly Check[] = [
  {
    name: "transfer_differs_from_seal",
    finding: "transfers changed or removed after they were sealed",
    wrong: `select line.transfer_id as id from (${sealedLine}) line left join transfers t on t.id = line.transfer_id
      where t.id is null or line.digest is distinct from ${digestOf("t")}
        or (${affiliateOf("t")}, t.currency) is distinct from (line.affiliate_id, line.currency)`,
  },
  {
    name: "broken_seal",
    finding: "affiliates whose seals do not form an unbroken chain",
    wrong: `select s.affiliate_id as id from seals s
      left join seals before on before.affiliate_id = s.affiliate_id and before.currency = s.currency and before.number = s.number - 1
      cross join lateral (select array_agg(substring(s.digests from 32 * ordinal + 1 for 32) order by ordinal) as list
        from generate_series(0, cardinality(s.transfer_ids) - 1) ordinal) digest
      where (s.number > 1 and before.number is null) or before.month > s.month
        or s.lines <> coalesce(before.lines, 0) + cardinality(s.transfer_ids)
        or s.head <> seal_fold(coalesce(before.head, ${genesisOf("s")}), digest.list)`,
  },
  {
    name: "seal_without_balance",
    finding: "affiliates with a seal whose balances do not match the previous seal and its transfers",
    wrong: `select s.affiliate_id as id from seals s
      left join seals before on before.affiliate_id = s.affiliate_id and before.currency = s.currency and before.number = s.number - 1
      join (select line.affiliate_id, line.currency, line.number,
          ${affiliateAccounts.map((account) => `sum(${changeOf("t", account)}) as ${account}`).join(", ")}
        from (${sealedLine}) line join transfers t on t.id = line.transfer_id group by 1, 2, 3) moved
        on moved.affiliate_id = s.affiliate_id and moved.currency = s.currency and moved.number = s.number
      where ${affiliateAccounts
        .map((account) => `s.${account}_minor <> coalesce(before.${account}_minor, 0) + moved.${account}`)
        .join(" or ")}`,
  },
  {
    name: "transfer_without_seal",
    finding: "transfers that are neither sealed exactly once nor queued for sealing",
    wrong: `select coalesce(t.id, known.id) as id from transfers t
      full join (select id, count(*) as times from (
          select transfer_id as id from unsealed_transfers union all select unnest(transfer_ids) from seals) located
        group by id) known on known.id = t.id
      where t.id is not null and known.times is distinct from 1`,
  },
  {
    name: "statement_differs_from_seals",
    finding: "affiliates with an issued statement that no longer matches the seals",
    wrong: `select i.affiliate_id as id from issued_statements i
      where not exists (select from seals s where s.affiliate_id = i.affiliate_id and s.currency = i.currency
          and s.lines = i.lines and s.head = i.head and s.month <= i.month)
        or exists (select from seals s where s.affiliate_id = i.affiliate_id and s.currency = i.currency
          and s.lines > i.lines and s.month <= i.month)`,
  },
];
