import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AffiliationRow } from "tributary-sdk/pages";
import { affiliatesQuery } from "../../api/affiliates.ts";
import { given } from "../../format/without-undefined.ts";
import type { Choice } from "../../ui/filter/choice-filter.tsx";
import { SearchedSelect } from "../../ui/filter/searched-select.tsx";
import { useAccount } from "../shared/account.ts";

type Person = Pick<AffiliationRow, "id" | "name" | "email">;

interface HolderSelectProps {
  readonly campaignId: string;
  readonly label: string;
  /** Who cannot be chosen: the present holder. */
  readonly except?: string | undefined;
  readonly value: Person | undefined;
  readonly onChange: (person: Person | undefined) => void;
  readonly error?: ReactNode;
}

const CHOICES = 20;

/** Searches the active affiliates of a campaign on the server: there may be thousands. */
export function HolderSelect({ campaignId, label, except, value, onChange, error }: HolderSelectProps): ReactNode {
  const { id: accountId } = useAccount();
  const useChoices = (text: string): readonly PersonChoice[] | undefined => {
    const filter = { campaign_id: campaignId, status: "active", limit: CHOICES } as const;
    const { data, isError } = useQuery(
      affiliatesQuery(accountId, { ...filter, ...given({ search: text || undefined }) }),
    );
    return isError ? [] : data?.affiliates.filter(({ id }) => id !== except).map(choiceOf);
  };
  return (
    <SearchedSelect
      label={label}
      description="An active affiliate of this campaign."
      placeholder="Search by name or email"
      chosen={value && choiceOf(value)}
      onChoose={(choice) => onChange(choice?.person)}
      useChoices={useChoices}
      nothingFound="No active affiliate found"
      allowDeselect={false}
      error={error}
    />
  );
}

interface PersonChoice extends Choice {
  readonly person: Person;
}

const choiceOf = (person: Person): PersonChoice => ({
  value: person.id,
  label: `${person.name} · ${person.email}`,
  person,
});
