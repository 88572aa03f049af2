import { ScrollArea, Table } from "@mantine/core";
import type { ReactNode } from "react";
import type { PortalOverviewAnswer } from "tributary-sdk/pages";
import { moneyText, numberText } from "../../ui/numbers.ts";
import { calendarDay } from "../../ui/dates.ts";

const HEIGHT_MAX = 400;

/** The figures of the chart, exactly, the newest day first. */
export function DayTable({ overview }: { overview: PortalOverviewAnswer }): ReactNode {
  const currencies = Object.keys(overview.span.earned);
  return (
    <ScrollArea.Autosize mah={HEIGHT_MAX} type="auto" viewportProps={{ tabIndex: 0 }}>
      <Table aria-label="Figures by day" fz="sm" stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day</Table.Th>
            <Table.Th ta="right">Clicks</Table.Th>
            <Table.Th ta="right">Conversions</Table.Th>
            {currencies.map((currency) => (
              <Table.Th key={currency} ta="right">
                Earned {currency}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {overview.series.toReversed().map((day) => (
            <Table.Tr key={day.day}>
              <Table.Td className="number">{calendarDay(day.day)}</Table.Td>
              <Table.Td ta="right" className="number">
                {numberText(day.clicks)}
              </Table.Td>
              <Table.Td ta="right" className="number">
                {numberText(day.conversions)}
              </Table.Td>
              {currencies.map((currency) => (
                <Table.Td key={currency} ta="right" className="number">
                  {moneyText(day.earned[currency] ?? 0, currency)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}
