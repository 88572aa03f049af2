import { Anchor, Button, Group, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { timeZone } from "../../format/dates.ts";
import { numberText } from "../../format/numbers.ts";

export interface Span {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
  readonly total_is_at_least?: boolean;
}

interface TableFootProps {
  readonly span: Span | undefined;
  readonly onOffset: (offset: number) => void;
  readonly csvHref?: string | undefined;
}

function csvText(total: number, atLeast: boolean): string {
  if (total === 1) return "Download as CSV";
  return atLeast ? "Download all as CSV" : `Download all ${numberText(total)} as CSV`;
}

/** The visible range, the paging buttons and the CSV download. */
export function TableFoot({ span, onOffset, csvHref }: TableFootProps): ReactNode {
  if (span === undefined || span.total === 0) return null;
  const { limit, offset, total, total_is_at_least: atLeast = false } = span;
  const last = Math.min(offset + limit, total);
  return (
    <Group justify="space-between" gap="sm">
      <Text component="output" size="sm" c="dimmed">
        {numberText(Math.min(offset + 1, total))}–{numberText(last)} of {numberText(total)}
        {atLeast ? "+" : ""} · times in {timeZone}
      </Text>
      <Group gap="sm">
        {csvHref !== undefined && (
          <Anchor href={csvHref} download size="sm">
            <Group gap={4} component="span" wrap="nowrap">
              <IconDownload size={14} aria-hidden /> {csvText(total, atLeast)}
            </Group>
          </Anchor>
        )}
        {total > limit && (
          <Button.Group>
            <Button
              size="xs"
              variant="default"
              disabled={offset === 0}
              leftSection={<IconChevronLeft size={14} aria-hidden />}
              onClick={() => onOffset(Math.max(0, offset - limit))}
            >
              Previous
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={last >= total && !atLeast}
              rightSection={<IconChevronRight size={14} aria-hidden />}
              onClick={() => onOffset(offset + limit)}
            >
              Next
            </Button>
          </Button.Group>
        )}
      </Group>
    </Group>
  );
}
