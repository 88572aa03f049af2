import { Button, Group, Kbd, Stack, Text, Title } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, type ReactNode } from "react";
import type { ConversionResponse, ConversionRow } from "tributary-sdk/pages";
import { conversionQuery } from "../../api/conversions.ts";
import { moneyText } from "../../format/numbers.ts";
import { Calculation } from "../../ui/calculation.tsx";
import { useNow } from "../../ui/clock.ts";
import { FactStrip } from "../../ui/facts.tsx";
import { History } from "../../ui/history.tsx";
import { AnchorLink } from "../../ui/link.tsx";
import { Loaded } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { unlessRepeated } from "../../ui/unless-repeated.ts";
import { When } from "../../ui/when.tsx";
import { refundNotes } from "../../words/refunds.ts";
import { conversionTones, conversionWords } from "../../words/tones.ts";
import { useAccount } from "../shared/account.ts";
import { decidedStatus } from "../conversions/decided.tsx";
import { useDecisions } from "../conversions/decisions.tsx";
import { Flags, storyOf } from "../conversions/evidence.tsx";
import type { Verdict } from "../conversions/held-decisions.ts";
import { Maturation } from "../conversions/maturation.tsx";
import { Parts } from "../conversions/parts.tsx";
import { DETAIL_ID } from "./focus-row.ts";
import classes from "./review.module.css";

interface ReviewDetailProps {
  readonly row: ConversionRow;
  /** On a phone, back to the list. */
  readonly hasBack: boolean;
  readonly onDecide: (verdict: Verdict) => void;
}

/** One conversion with the evidence for a decision. */
export function ReviewDetail({ row, hasBack, onDecide }: ReviewDetailProps): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(conversionQuery(accountId, row.id));
  const now = useNow();
  const notes = query.data ? refundNotes(query.data.conversion, query.data, now) : {};
  const decision = useDecisions().get(row.id);
  const status = decision ? decidedStatus[decision.action] : row.status;
  useEffect(() => {
    // On a phone, this replaces the row or the buttons that had the focus.
    if (hasBack && document.activeElement === document.body)
      document.getElementById(DETAIL_ID)?.focus({ preventScroll: true });
  }, [hasBack]);
  return (
    <Stack
      gap="lg"
      component="section"
      id={DETAIL_ID}
      tabIndex={-1}
      aria-label={`Conversion ${row.external_id}`}
      className={classes["detail"] ?? ""}
    >
      {hasBack && (
        <AnchorLink
          to="/dashboard/$accountId/conversions/review"
          params={{ accountId }}
          search={{}}
          size="sm"
          w="fit-content"
        >
          <Group gap={4} component="span">
            <IconChevronLeft size={14} aria-hidden /> All pending conversions
          </Group>
        </AnchorLink>
      )}
      <Group justify="space-between" gap="sm" align="flex-start">
        <div>
          <Group gap="sm">
            <Title order={2} className="breakable">
              {row.external_id}
            </Title>
            <StatusBadge tone={conversionTones[status]}>{conversionWords[status]}</StatusBadge>
          </Group>
          <Text size="sm" c="dimmed">
            <Names row={row} />
          </Text>
        </div>
        {!decision && <Buttons row={row} onDecide={onDecide} />}
      </Group>
      <Flags conversion={row} />
      <FactStrip
        facts={[
          { label: "Amount", value: moneyText(row.amount, row.currency), note: notes.amount },
          {
            label: "Commission",
            value: moneyText(row.commission, row.commission_currency),
            note: notes.commission,
          },
          { label: "Tracked", value: <When at={row.created_at} /> },
          { label: "Hold period", value: <Maturation conversion={row} /> },
        ]}
      />
      <Loaded query={query}>{(data) => <Story {...data} />}</Loaded>
      <AnchorLink
        to="/dashboard/$accountId/conversions/$conversionId"
        params={{ accountId, conversionId: row.id }}
        size="sm"
        w="fit-content"
      >
        Open conversion
      </AnchorLink>
    </Stack>
  );
}

function Story({ conversion, explanation, history, parts }: ConversionResponse): ReactNode {
  const { items, first, changes } = storyOf(conversion, history);
  return (
    <Stack gap="lg">
      <Parts conversion={conversion} parts={parts} />
      <Stack gap="xs">
        <Title order={3}>How this was calculated</Title>
        <Calculation conversion={conversion} first={first} facts={explanation} changes={changes} />
      </Stack>
      <Stack gap="xs">
        <Title order={3}>History</Title>
        <History label="History" entries={items} />
      </Stack>
    </Stack>
  );
}

function Names({ row }: { row: ConversionRow }): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <>
      <AnchorLink
        to="/dashboard/$accountId/affiliates/$affiliateId"
        params={{ accountId, affiliateId: row.affiliate_id }}
        size="sm"
        underline="always"
        c="inherit"
      >
        {row.affiliate_name}
      </AnchorLink>{" "}
      · {row.campaign_name}
    </>
  );
}

function Buttons({ row, onDecide }: Pick<ReviewDetailProps, "row" | "onDecide">): ReactNode {
  const { canManage } = useAccount();
  if (!canManage) return null;
  return (
    <Group gap="xs">
      {row.actions.includes("approve") && (
        <Button
          rightSection={
            <Kbd size="xs" aria-hidden className={classes["key"] ?? ""}>
              A
            </Kbd>
          }
          onClick={unlessRepeated(() => onDecide("approve"))}
        >
          Approve
        </Button>
      )}
      {row.actions.includes("reject") && (
        <Button
          variant="default"
          rightSection={
            <Kbd size="xs" aria-hidden className={classes["key"] ?? ""}>
              R
            </Kbd>
          }
          onClick={unlessRepeated(() => onDecide("reject"))}
        >
          Reject
        </Button>
      )}
    </Group>
  );
}
