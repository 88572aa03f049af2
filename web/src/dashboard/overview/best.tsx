import { SimpleGrid, Text } from "@mantine/core";
import { linkOptions, type LinkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OverviewResponse, OverviewRanked } from "tributary-sdk/pages";
import { BarList } from "../../ui/chart/bar-list.tsx";
import { countText, moneyText } from "../../format/numbers.ts";
import { Section } from "../../ui/section.tsx";
import { useAccount } from "../shared/account.ts";

/** Campaigns and affiliates with the most revenue in the period. Each links to its conversions of that period. */
export function Best({ overview }: { overview: OverviewResponse }): ReactNode {
  const { id: accountId } = useAccount();
  const { span, currency } = overview;
  const linkOf = (filter: { campaign_id: string } | { affiliate_id: string }): LinkOptions =>
    linkOptions({
      to: "/dashboard/$accountId/conversions",
      params: { accountId },
      search: { from: span.from, to: span.to, days: "utc", ...filter },
    });
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="xl">
      <Ranking
        title="Top campaigns"
        rows={overview.top_campaigns}
        currency={currency}
        linkOf={(id) => linkOf({ campaign_id: id })}
      />
      <Ranking
        title="Top affiliates"
        rows={overview.top_affiliates}
        currency={currency}
        linkOf={(id) => linkOf({ affiliate_id: id })}
      />
    </SimpleGrid>
  );
}

interface RankingProps {
  readonly title: string;
  readonly rows: readonly OverviewRanked[];
  readonly currency: string;
  readonly linkOf: (id: string) => LinkOptions;
}

function Ranking({ title, rows, currency, linkOf }: RankingProps): ReactNode {
  return (
    <Section title={title} note={`By revenue in ${currency}.`}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          No conversions in {currency} in this period.
        </Text>
      ) : (
        <BarList
          label={title}
          rows={rows.map(({ id, name, revenue, conversions }) => ({
            id,
            name,
            value: revenue,
            text: `${moneyText(revenue, currency)} · ${countText(conversions, "conversion")}`,
            link: linkOf(id),
          }))}
        />
      )}
    </Section>
  );
}
