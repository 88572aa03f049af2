import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PayoutSettingsResponse } from "tributary-sdk/pages";
import { payoutSettingsQuery } from "../../api/payout-settings.ts";
import { FactList } from "../../ui/facts.tsx";
import { Section } from "../../ui/section.tsx";
import { LoadedForm } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { PayerForm } from "./payer-form.tsx";
import { Schedules } from "./schedules.tsx";

export function PayoutSettings(): ReactNode {
  const { id: accountId } = useAccount();
  const query = useQuery(payoutSettingsQuery(accountId));
  return (
    <>
      <Section title="Payer" note="The bank account that SEPA files pay from.">
        <LoadedForm query={query}>{({ payer }) => <Payer payer={payer} />}</LoadedForm>
      </Section>
      {query.data && (
        <Section
          title="Monthly batches"
          note="Prepares a batch every month for all affiliates above a minimum. Nothing is sent until you create the file and pay."
        >
          <Schedules schedules={query.data.schedules} />
        </Section>
      )}
    </>
  );
}

function Payer({ payer }: { payer: PayoutSettingsResponse["payer"] }): ReactNode {
  const { isOwner } = useAccount();
  if (isOwner) return <PayerForm payer={payer} />;
  if (payer === null)
    return (
      <Text size="sm" c="dimmed">
        No payer yet. Only owners can add one.
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
        Only owners see the full IBAN and can change it.
      </Text>
    </Stack>
  );
}
