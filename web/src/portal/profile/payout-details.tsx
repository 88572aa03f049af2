import { Button, Group, Stack, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { PayoutDetails as Details, PortalProfileResponse } from "tributary-sdk/pages";
import { FactList, type Fact } from "../../ui/facts.tsx";
import { When } from "../../ui/when.tsx";
import { RemoveForm } from "./remove-form.tsx";
import { PayoutForm } from "./payout-form.tsx";

type Profile = PortalProfileResponse["profile"];

/** Shows the payout details, masked, with forms to change or remove them. */
export function PayoutDetails({ profile }: { profile: Profile }): ReactNode {
  const [doing, setDoing] = useState<"change" | "remove">();
  const { payout_details: details, payout_details_changed_at: changedAt } = profile;
  if (doing === "change") return <PayoutForm name={profile.name} onDone={() => setDoing(undefined)} />;
  if (doing === "remove") return <RemoveForm onDone={() => setDoing(undefined)} />;
  if (details === null)
    return (
      <Stack gap="sm" align="flex-start">
        <Text size="sm" className="prose">
          Add payout details so merchants can pay you.
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
        <Button variant="subtle" color="gray" c="inherit" onClick={() => setDoing("remove")}>
          Remove
        </Button>
      </Group>
    </Stack>
  );
}

function factsOf(details: Details): Fact[] {
  const holder = { label: "Account holder", value: details.holder };
  if (details.kind === "iban")
    return [
      holder,
      { label: "IBAN", value: details.iban },
      ...(details.bic === null ? [] : [{ label: "BIC", value: details.bic }]),
    ];
  if (details.kind === "paypal") return [holder, { label: "PayPal", value: details.email }];
  return [holder, { label: "Other", value: details.text }];
}
