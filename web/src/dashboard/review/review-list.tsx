import { Button, Checkbox, Group, Stack, Text, Title, UnstyledButton } from "@mantine/core";
import { useId, type ReactNode } from "react";
import type { ConversionRow } from "tributary-sdk/pages";
import { moneyText, numberText } from "../../format/numbers.ts";
import { When } from "../../ui/when.tsx";
import { flagWords } from "../../words/flags.ts";
import { conversionWords } from "../../words/tones.ts";
import { useAccount } from "../shared/account.ts";
import { Decided, decidedStatus } from "../conversions/decided.tsx";
import { useDecisions } from "../conversions/decisions.tsx";
import { rowElementId } from "./focus-row.ts";
import type { Queue, QueuePart } from "./queue.ts";
import classes from "./review.module.css";

interface ReviewListProps {
  readonly queue: Queue;
  readonly current: ConversionRow | undefined;
  readonly selected: ReadonlySet<string>;
  readonly onShow: (row: ConversionRow) => void;
  readonly onSelect: (row: ConversionRow) => void;
}

export function ReviewList({ queue, ...rest }: ReviewListProps): ReactNode {
  const isDone = [...useDecisions().values()].some(({ state }) => state === "done");
  return (
    <Stack gap="lg" className={classes["list"] ?? ""}>
      <Part title="Without flags" part={queue.unflagged} {...rest} />
      <Part title="Flagged" part={queue.flagged} {...rest} />
      {isDone && (
        <Button variant="subtle" size="compact-sm" onClick={queue.refresh}>
          Hide decided conversions
        </Button>
      )}
    </Stack>
  );
}

type PartProps = Omit<ReviewListProps, "queue"> & { readonly title: string; readonly part: QueuePart };

function Part({ title, part, ...rest }: PartProps): ReactNode {
  const id = useId();
  if (part.rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <Title order={2} size="h3" id={id} mb={6}>
        {title}{" "}
        <Text span c="dimmed" inherit fw={400}>
          {numberText(Math.max(part.left, 0))}
          {part.isAtLeast ? "+" : ""}
        </Text>
      </Title>
      <ul className={classes["rows"]}>
        {part.rows.map((row) => (
          <Row key={row.id} row={row} {...rest} />
        ))}
      </ul>
    </section>
  );
}

function Row({
  row,
  current,
  selected,
  onShow,
  onSelect,
}: Omit<PartProps, "part" | "title"> & { row: ConversionRow }): ReactNode {
  const { canManage } = useAccount();
  const decision = useDecisions().get(row.id);
  const flags = row.warning_signs.map((sign) => flagWords[sign].short).join(" · ");
  return (
    <li className={classes["row"]} data-current={row.id === current?.id}>
      {canManage && (
        <Checkbox
          size="xs"
          className="above"
          aria-label={`Select ${row.external_id}`}
          disabled={decision !== undefined}
          checked={selected.has(row.id)}
          onChange={() => onSelect(row)}
        />
      )}
      <UnstyledButton
        id={rowElementId(row.id)}
        className={classes["open"] ?? ""}
        aria-current={row.id === current?.id}
        onClick={() => onShow(row)}
      >
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text span size="sm" fw={500} className="breakable">
            {row.external_id}
          </Text>
          <Text span size="sm" className="number">
            {moneyText(row.commission, row.commission_currency)}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" component="span" display="block">
          {row.affiliate_name} ·{" "}
          {decision ? conversionWords[decidedStatus[decision.action]] : <When at={row.created_at} />}
        </Text>
        {flags !== "" && (
          <Text size="xs" component="span" display="block" className={classes["flags"] ?? ""}>
            {flags}
          </Text>
        )}
      </UnstyledButton>
      {decision && <Decided decision={decision} />}
    </li>
  );
}
