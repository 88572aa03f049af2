import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { PortalCampaignResponse, PortalCoupon, PortalCouponsResponse } from "tributary-sdk/pages";
import { ownCouponsQuery } from "../../api/portal.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { CopyWide } from "../../ui/copy.tsx";
import { FactStrip } from "../../ui/facts.tsx";
import { Section } from "../../ui/section.tsx";
import { ShareButton } from "../../ui/share.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { actionsColumn, countColumn, whenColumn } from "../../ui/table/column-kinds.tsx";
import type { Brief, Column } from "../../ui/table/columns.ts";
import { DataTable } from "../../ui/table/data-table.tsx";
import { When } from "../../ui/when.tsx";
import { firstText, ownCouponState } from "../../words/coupons.ts";
import classes from "./own-coupons.module.css";

type Campaign = PortalCampaignResponse["campaign"];

/** The affiliate's codes in a campaign. Nothing if they never had one: most campaigns have no coupons. */
export function OwnCoupons({ campaign }: { campaign: Campaign }): ReactNode {
  const query = useQuery(ownCouponsQuery(campaign.id));
  if (query.data?.coupons.length === 0) return null;
  // Without a title while it loads: there may be no coupons to wait for.
  if (query.data === undefined && !query.error) return null;
  return (
    <Section title="Your coupons" note={query.data && firstText[query.data.evidence]}>
      <Loaded query={query}>{(data) => <Coupons campaign={campaign} data={data} />}</Loaded>
    </Section>
  );
}

function Coupons({ campaign, data }: { campaign: Campaign; data: PortalCouponsResponse }): ReactNode {
  const [showsPast, setShowsPast] = useState(false);
  const { coupons, orders } = data;
  const active = coupons.filter(({ state }) => state === "active");
  const past = coupons.length - active.length;
  return (
    <Stack gap="md">
      <DataTable
        label="Your coupons"
        columns={columnsOf(campaign)}
        brief={briefOf(campaign)}
        rows={showsPast ? coupons : active}
        rowId={({ code, held_from: from }) => `${code} ${from}`}
        empty="You have no active coupon in this campaign."
      />
      {past > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          aria-expanded={showsPast}
          onClick={() => setShowsPast(!showsPast)}
        >
          {showsPast ? "Hide past coupons" : `Show ${countText(past, "past coupon")}`}
        </Button>
      )}
      <FactStrip
        facts={[
          { label: "Orders by coupon", value: numberText(orders.by_coupon), note: "excluding rejected" },
          { label: "Orders by link", value: numberText(orders.by_link), note: "excluding rejected" },
          { label: "Orders by both", value: numberText(orders.by_both), note: "link followed and coupon used" },
        ]}
      />
    </Stack>
  );
}

const columnsOf = (campaign: Campaign): readonly Column<PortalCoupon>[] => [
  { id: "code", header: "Code", cell: (row) => <Code row={row} /> },
  { id: "status", header: "Status", cell: (row) => <Status row={row} /> },
  countColumn("orders", "Orders", (row) => row.orders),
  whenColumn("since", "Yours since", (row) => row.held_from),
  actionsColumn((row) => <Actions row={row} campaign={campaign} />),
];

const briefOf =
  (campaign: Campaign) =>
  (row: PortalCoupon): Brief => ({
    title: <Code row={row} />,
    amount: countText(row.orders, "order"),
    note: (
      <>
        Yours since <When at={row.held_from} />
      </>
    ),
    badge: <Status row={row} />,
    more: row.state === "active" ? <Actions row={row} campaign={campaign} /> : undefined,
  });

const Code = ({ row }: { row: PortalCoupon }): ReactNode => (
  <Text span inherit className={classes["code"] ?? ""} {...(row.state !== "active" && { c: "dimmed" })}>
    {row.code}
  </Text>
);

function Status({ row }: { row: PortalCoupon }): ReactNode {
  const { word, tone } = ownCouponState(row);
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

/** A code that no longer counts is not worth sharing. */
function Actions({ row: { code, state }, campaign }: { row: PortalCoupon; campaign: Campaign }): ReactNode {
  if (state !== "active") return null;
  const { name, merchant_name: merchant, unique_link: link } = campaign;
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end" className={classes["actions"] ?? ""}>
      <CopyWide value={code} label="Copy code" name={`Copy code ${code}`} />
      <ShareButton
        title={`${name} at ${merchant}`}
        text={`Use my code ${code} at ${merchant} (ad)`}
        url={link}
        name={`Share code ${code}`}
      />
    </Group>
  );
}
