import type { ReactNode } from "react";
import { SearchedSelect } from "../../ui/filter/searched-select.tsx";
import { useCampaignChoices } from "../shared/filters.tsx";

interface CampaignFieldProps {
  readonly value: string | null;
  /** The name of the saved campaign, which may not be among the first. */
  readonly name: string | undefined;
  readonly onChange: (id: string | null) => void;
}

/** The default campaign of a connector. Searches on the server. */
export function CampaignField({ value, name, onChange }: CampaignFieldProps): ReactNode {
  return (
    <SearchedSelect
      label="Default campaign"
      description="For orders whose click, coupon and customer name no campaign."
      placeholder="None"
      chosen={value === null ? undefined : { value, label: name ?? "…" }}
      onChoose={(choice) => onChange(choice?.value ?? null)}
      useChoices={useCampaignChoices}
      clearable
      clearButtonProps={{ "aria-label": "Clear default campaign" }}
    />
  );
}
