import { IconArrowsExchange } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ownPayoutsQuery } from "../../api/portal-money.ts";
import { ownConversionsQuery } from "../../api/portal.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { Section } from "../../ui/section.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { BriefList } from "../../ui/table/brief-list.tsx";
import { briefConversion } from "../conversions/columns.tsx";
import { briefPayout } from "../payouts/columns.tsx";
import classes from "./home.module.css";
import { LATEST_CONVERSIONS, LATEST_PAYOUTS } from "./search.ts";

/** The latest conversions and payouts. */
export function Activity(): ReactNode {
  const conversions = useQuery(ownConversionsQuery(LATEST_CONVERSIONS));
  const payouts = useQuery(ownPayoutsQuery(LATEST_PAYOUTS));
  return (
    <div className={classes["activity"]}>
      <Section
        title="Latest conversions"
        action={
          <AnchorLink to="/portal/conversions" size="sm">
            All conversions
          </AnchorLink>
        }
      >
        <Loaded query={conversions}>
          {({ conversions: rows }) =>
            rows.length === 0 ? (
              <EmptyState
                icon={IconArrowsExchange}
                title="No conversions yet"
                text="Orders through your link appear here within seconds. Copy your link and share it."
              />
            ) : (
              <BriefList label="Latest conversions" rows={rows} rowId={({ id }) => id} brief={briefConversion} />
            )
          }
        </Loaded>
      </Section>
      {payouts.data && payouts.data.payouts.length > 0 && (
        <Section
          title="Latest payouts"
          action={
            <AnchorLink to="/portal/earnings/payouts" size="sm">
              All payouts
            </AnchorLink>
          }
        >
          <BriefList label="Latest payouts" rows={payouts.data.payouts} rowId={({ id }) => id} brief={briefPayout} />
        </Section>
      )}
    </div>
  );
}
