import { Button, Group, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { PayoutDetails as Details, PortalProfileAnswer } from "tributary-sdk/pages";
import { FactList, type Fact } from "../../ui/facts.tsx";
import { When } from "../../ui/when.tsx";
import { ForgetForm } from "./forget-form.tsx";
import { PayoutForm } from "./payout-form.tsx";

type Profile = PortalProfileAnswer["profile"];

/** What is known, masked, and the way to change it. */
export function PayoutDetails({ profile }: { profile: Profile }): ReactNode {
  const [doing, setDoing] = useState<"change" | "forget">();
  const { payout_details: details, payout_details_changed_at: changedAt } = profile;
  if (doing === "change") return <PayoutForm name={profile.name} onDone={() => setDoing(undefined)} />;
  if (doing === "forget") return <ForgetForm onDone={() => setDoing(undefined)} />;
  if (details === null)
    return (
      <Stack gap="sm" align="flex-start">
        <Text size="sm" className="prose">
          None yet. Merchants can pay you only once they know where to.
        </Text>
        <Button onClick={() => setDoing("change")}>Add payout details</Button>
      </Stack>
    );
  const changed: Fact[] = changedAt === null ? [] : [{ label: "Changed", value: <When at={changedAt} /> }];
  return (
    <Stack gap="md">
      <FactList facts={[...factsOf(details), ...changed]} />
      <Group gap="sm">
        <Button variant="default" onClick={() => setDoing("change")}>
          Change payout details
        </Button>
        <Button variant="subtle" onClick={() => setDoing("forget")}>
          Remove
        </Button>
      </Group>
    </Stack>
  );
}

function factsOf(details: Details): Fact[] {
  const holder = { label: "Holder", value: details.holder };
  if (details.kind === "iban")
    return [
      holder,
      { label: "IBAN", value: details.iban },
      ...(details.bic === null ? [] : [{ label: "BIC", value: details.bic }]),
    ];
  if (details.kind === "paypal") return [holder, { label: "PayPal", value: details.email }];
  return [holder, { label: "Otherwise", value: details.text }];
}
