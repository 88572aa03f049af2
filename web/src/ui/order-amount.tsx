import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { listNote } from "../words/refunds.ts";
import { useNow } from "./clock.ts";
import { Money } from "./money.tsx";

type Row = Parameters<typeof listNote>[0];

/** The amount of a conversion in a list, and what it was before refunds. */
export function OrderAmount({ row }: { row: Row }): ReactNode {
  const note = listNote(row, useNow());
  return (
    <>
      <Money amount={row.amount} currency={row.currency} />
      {note !== undefined && (
        <Text span display="block" size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

/** The same in the second line of a row on a phone. */
export function RefundNote({ row }: { row: Row }): ReactNode {
  const note = listNote(row, useNow());
  return note === undefined ? null : ` · ${note}`;
}
