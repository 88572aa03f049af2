import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import type { Balance } from "tributary-sdk/pages";
import { Card } from "../ui/card.tsx";
import { HeroFigure } from "../ui/hero-figure.tsx";
import { balanceSentence, type Reader } from "../words/balances.ts";
import { BalanceBar } from "./balance-bar.tsx";

/** The balance in one currency: what is ready, why, and the stages from pending to paid. */
export function BalanceFacts({ balance, reader }: { balance: Balance; reader: Reader }): ReactNode {
  return (
    <Card>
      <Stack gap="lg">
        <HeroFigure
          label={reader === "affiliate" ? "Ready for the next payout" : "Ready to pay"}
          amount={balance.payable}
          currency={balance.currency}
          note={balanceSentence(balance, reader)}
        />
        <BalanceBar balance={balance} reader={reader} />
      </Stack>
    </Card>
  );
}
