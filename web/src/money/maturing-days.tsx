import { Table, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { MaturingResponse } from "tributary-sdk/pages";
import { calendarDay } from "../format/dates.ts";
import { countText, moneyText } from "../format/numbers.ts";
import classes from "./maturing-days.module.css";

interface MaturingDaysProps {
  readonly days: MaturingResponse["maturing"];
  readonly currency: string;
}

/** When approved commission becomes ready to pay, by day. Collapsed, because few people need it. */
export function MaturingDays({ days, currency }: MaturingDaysProps): ReactNode {
  if (days.length === 0) return null;
  return (
    <details className={classes["details"]}>
      <summary>When it is ready: {countText(days.length, "day")}</summary>
      <Table aria-label={`On hold in ${currency}`} className={classes["table"]}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Date (UTC)</Table.Th>
            <Table.Th ta="right">Conversions</Table.Th>
            <Table.Th ta="right">Ready to pay</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map(({ day, amount, conversions }) => (
            <Table.Tr key={day}>
              <Table.Td>{calendarDay(day)}</Table.Td>
              <Table.Td ta="right" className="number">
                <Text span size="sm">
                  {conversions}
                </Text>
              </Table.Td>
              <Table.Td ta="right" className="number">
                {moneyText(amount, currency)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  );
}
