import { Stack, Text } from "@mantine/core";
import { linkOptions } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OverviewResponse } from "tributary-sdk/pages";
import { overviewQuery } from "../../api/overview.ts";
import { numberText } from "../../format/numbers.ts";
import { useNow } from "../../ui/clock.ts";
import { useFilter } from "../../ui/filter/use-filter.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { useAccount } from "../shared/account.ts";
import { Figure } from "../shared/numbers/figures.tsx";
import { NumbersHead } from "../shared/numbers/numbers-head.tsx";
import { numbersQueryOf } from "../shared/numbers/span.ts";
import { Attention } from "./attention.tsx";
import { Best } from "./best.tsx";
import { Waiting } from "./waiting.tsx";

/** The figures of a period with what needs attention, the best campaigns and affiliates, and conversions to review. */
export function Numbers(): ReactNode {
  const { id: accountId } = useAccount();
  const { filter, onFilter } = useFilter("/dashboard/$accountId/");
  return (
    <NumbersHead
      search={filter}
      onSearch={onFilter}
      query={overviewQuery(accountId, numbersQueryOf(filter, useNow()))}
      more={(overview) => <Pending overview={overview} />}
      beside={(overview) => <Attention overview={overview} />}
    >
      {(overview) => (
        <Stack gap="xl">
          <Conversions overview={overview} />
          <Best overview={overview} />
          <Waiting />
        </Stack>
      )}
    </NumbersHead>
  );
}

function Pending({ overview: { waiting } }: { overview: OverviewResponse }): ReactNode {
  const { id: accountId } = useAccount();
  const link = linkOptions({
    to: "/dashboard/$accountId/conversions",
    params: { accountId },
    search: { status: "pending" },
  });
  return (
    <Figure
      label="Pending review"
      value={
        <AnchorLink {...link} inherit c="inherit">
          {numberText(waiting.total)}
        </AnchorLink>
      }
    >
      <Text span size="xs" c="dimmed">
        {waiting.total === 0 ? "All caught up" : `${numberText(waiting.of_span)} from this period`}
      </Text>
    </Figure>
  );
}

/** The figures leave out rejected conversions, but the list shows them. */
function Conversions({ overview: { span } }: { overview: OverviewResponse }): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <AnchorLink
      to="/dashboard/$accountId/conversions"
      params={{ accountId }}
      search={{ from: span.from, to: span.to, days: "utc" }}
      size="sm"
      w="fit-content"
    >
      View all conversions from this period, including rejected ones
    </AnchorLink>
  );
}
