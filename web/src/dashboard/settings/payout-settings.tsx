import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PayoutSettingsAnswer } from "tributary-sdk/pages";
import { payoutSettingsQuery } from "../../api/payout-settings.ts";
import { FactList } from "../../ui/facts.tsx";
import { Section } from "../../ui/section.tsx";
import { Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { PayerForm } from "./payer-form.tsx";
import { Schedules } from "./schedules.tsx";

/** From which account payouts are paid, and which batches make themselves. */
export function PayoutSettings(): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(payoutSettingsQuery(accountId));
  return (
    <>
      <Section title="Payer" note="The account that SEPA files pay from.">
        <Loaded query={query}>{({ payer }) => <Payer payer={payer} />}</Loaded>
      </Section>
      <Section
        title="Monthly batches"
        note="On a day of each month a batch makes itself for everybody above a minimum. Nothing is paid by it: you still write the file and pay."
      >
        <Loaded query={query}>{({ schedules }) => <Schedules schedules={schedules} />}</Loaded>
      </Section>
    </>
  );
}

function Payer({ payer }: { payer: PayoutSettingsAnswer["payer"] }): ReactNode {
  const { isOwner } = useAccount();
  if (isOwner) return <PayerForm key={payer?.iban ?? ""} payer={payer} />;
  if (payer === null)
    return (
      <Text size="sm" c="dimmed">
        Not filled in yet. Owners of the account do.
      </Text>
    );
  return (
    <Stack gap="xs">
      <FactList
        facts={[
          { label: "Name", value: payer.name },
          { label: "IBAN", value: payer.iban },
        ]}
      />
      <Text size="sm" c="dimmed">
        Owners see the whole account and can change it.
      </Text>
    </Stack>
  );
}
