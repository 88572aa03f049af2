import { Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AgeingResponse } from "tributary-sdk/pages";
import { ageingQuery } from "../../api/balances.ts";
import { countText, moneyText, numberText } from "../../format/numbers.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { WaitingLong } from "./waiting-long.tsx";
import classes from "./ageing.module.css";

type Ages = AgeingResponse["ageing"];

/** Commissions pending review, by age. */
export function Ageing(): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(ageingQuery(accountId));
  return (
    <Section
      title="Pending review by age"
      action={
        <AnchorLink
          to="/dashboard/$accountId/conversions"
          params={{ accountId }}
          search={{ status: "pending" }}
          size="sm"
        >
          View pending conversions
        </AnchorLink>
      }
    >
      <Loaded query={query}>
        {({ ageing }) => (
          <>
            <WaitingLong />
            <AgeTable ageing={ageing} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

const agesOf = ({ days_from: from, days_to: to }: Ages[number]["buckets"][number]): string =>
  to === null ? `${numberText(from)}+ days` : `${numberText(from)}–${numberText(to)} days`;

function AgeTable({ ageing }: { ageing: Ages }): ReactNode {
  const [first] = ageing;
  if (!first)
    return (
      <Text size="sm" c="dimmed">
        No commission is pending review.
      </Text>
    );
  return (
    <div className={classes["scroll"]}>
      <Table aria-label="Pending review by age" className={classes["table"]}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Age</Table.Th>
            {ageing.map(({ currency }) => (
              <Table.Th key={currency} ta="right">
                {currency}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {first.buckets.map((age, index) => (
            <Table.Tr key={age.days_from}>
              <Table.Th scope="row">{agesOf(age)}</Table.Th>
              {ageing.map(({ currency, buckets }) => (
                <Table.Td key={currency} ta="right" className="number">
                  {moneyText(buckets[index]?.commission ?? 0, currency)}
                  <Text size="xs" c="dimmed">
                    {countText(buckets[index]?.conversions ?? 0, "conversion")}
                  </Text>
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
