import { Stack, Text, Timeline } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CouponResponse, CouponRow } from "tributary-sdk/pages";
import { couponQuery } from "../../api/coupons.ts";
import { dayOf, exactTime, minuteOf } from "../../format/dates.ts";
import { countText, numberText } from "../../format/numbers.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FactStrip } from "../../ui/facts.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { Loaded } from "../../ui/states.tsx";
import { couponState, leakText, mayHaveLeaked, shareWithoutClick } from "../../words/coupons.ts";
import { AuditLink } from "../audit/audit-link.tsx";
import { useAccount } from "../shared/account.ts";

interface HistoryDialogProps {
  readonly coupon: CouponRow;
  readonly onClose: () => void;
}

/** A coupon's orders and everyone who has held it. */
export function HistoryDialog({ coupon, onClose }: HistoryDialogProps): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(couponQuery(accountId, coupon.id));
  return (
    <Dialog opened onClose={onClose} title={`Coupon ${coupon.code}`} size="lg">
      <Loaded query={query}>{(data) => <Details {...data} />}</Loaded>
    </Dialog>
  );
}

function Details({ coupon, holders }: CouponResponse): ReactNode {
  const { orders } = coupon;
  const all = orders.with_click + orders.without_click;
  return (
    <Stack gap="lg">
      <FactStrip
        facts={[
          { label: "Status", value: couponState(coupon).word },
          {
            label: "Since",
            value: (
              <time dateTime={coupon.starts_at} title={exactTime(coupon.starts_at)}>
                {dayOf(coupon.starts_at)}
              </time>
            ),
          },
          { label: "With a click", value: numberText(orders.with_click), note: "orders, excluding rejected" },
          {
            label: "Without a click",
            value: numberText(orders.without_click),
            note: all === 0 ? undefined : `${shareWithoutClick(orders)}% of its orders`,
          },
        ]}
      />
      {mayHaveLeaked(orders) && <Text size="sm">{leakText(coupon)}</Text>}
      <Holders coupon={coupon} holders={holders} />
      <AuditLink subject={coupon.id}>Audit log</AuditLink>
    </Stack>
  );
}

function Holders({ coupon, holders }: CouponResponse): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <Stack gap="xs">
      <Text fw={600}>Holders</Text>
      <Text size="sm" c="dimmed">
        {holders.length === 1
          ? "Orders count for the affiliate who held the coupon when they were paid."
          : `${countText(holders.length, "holder")} so far. An order counts for the affiliate who held the coupon when it was paid.`}
      </Text>
      <Timeline color="gray.6" bulletSize={12} lineWidth={2} aria-label="Holders" active={holders.length} mt="xs">
        {holders.map(({ affiliate_id: affiliateId, name, held_from: from, held_until: until }) => (
          <Timeline.Item key={`${affiliateId} ${from}`}>
            <AnchorLink
              to="/dashboard/$accountId/affiliates/$affiliateId"
              params={{ accountId, affiliateId }}
              size="sm"
            >
              {name}
            </AnchorLink>
            <Text size="sm" c="dimmed">
              <time dateTime={from} title={exactTime(from)}>
                {minuteOf(from)}
              </time>
              {" – "}
              {until === null ? (
                "now"
              ) : (
                <time dateTime={until} title={exactTime(until)}>
                  {minuteOf(until)}
                </time>
              )}
              {until !== null && until === coupon.ends_at && " (ended)"}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  );
}
