import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { campaignsQuery } from "../../api/campaigns.ts";
import { given } from "../../format/without-undefined.ts";
import { useAccount } from "../shared/account.ts";

interface CampaignFieldProps {
  readonly value: string | null;
  /** The name of the saved campaign, which may not be among the first. */
  readonly name: string | undefined;
  readonly onChange: (id: string | null) => void;
}

const CHOICES = 20;
const PAUSE_MS = 200;

/** The default campaign of a connector. Searches on the server. */
export function CampaignField({ value, name, onChange }: CampaignFieldProps): ReactNode {
  const { id: accountId } = useAccount();
  const [typed, setTyped] = useState("");
  const [searched] = useDebouncedValue(typed, PAUSE_MS);
  const { data } = useQuery(campaignsQuery(accountId, { limit: CHOICES, ...given({ search: searched || undefined }) }));
  const found = data?.campaigns.map(({ id, name: label }) => ({ value: id, label })) ?? [];
  const isKnown = value === null || found.some((choice) => choice.value === value);
  const shown = isKnown ? found : [{ value, label: name ?? "…" }, ...found];
  const labels = new Set(shown.map(({ label }) => label));
  return (
    <Select
      label="Default campaign"
      description="For orders whose click, coupon and customer name no campaign."
      placeholder="None"
      data={shown}
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      searchable
      onSearchChange={(text) => setTyped(labels.has(text) ? "" : text)}
      nothingFoundMessage="No results"
      clearable
      clearButtonProps={{ "aria-label": "Clear default campaign" }}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}
