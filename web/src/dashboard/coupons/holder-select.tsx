import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { AffiliationRow } from "tributary-sdk/pages";
import { affiliatesQuery } from "../../api/affiliates.ts";
import { given } from "../../format/without-undefined.ts";
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

const PAUSE_MS = 200;
const CHOICES = 20;
const labelOf = ({ name, email }: Person): string => `${name} · ${email}`;

/** Searches the active affiliates of a campaign on the server: there may be thousands. */
export function HolderSelect({ campaignId, label, except, value, onChange, error }: HolderSelectProps): ReactNode {
  const { id: accountId } = useAccount();
  const [typed, setTyped] = useState("");
  const [searched] = useDebouncedValue(typed, PAUSE_MS);
  const { data, isFetching } = useQuery({
    ...affiliatesQuery(accountId, {
      campaign_id: campaignId,
      status: "active",
      limit: CHOICES,
      ...given({ search: searched.trim() || undefined }),
    }),
    placeholderData: keepPreviousData,
  });
  const found: readonly Person[] = (data?.affiliates ?? []).filter(({ id }) => id !== except);
  const people = value && found.every(({ id }) => id !== value.id) ? [value, ...found] : found;
  return (
    <Select
      label={label}
      description="An active affiliate of this campaign."
      placeholder="Search by name or email"
      data={people.map((person) => ({ value: person.id, label: labelOf(person) }))}
      // The server has already searched.
      filter={({ options }) => options}
      value={value?.id ?? null}
      onChange={(next) => onChange(people.find(({ id }) => id === next))}
      searchable
      onSearchChange={(text) => setTyped(value && text === labelOf(value) ? "" : text)}
      nothingFoundMessage={isFetching ? "Searching…" : "No active affiliate found"}
      allowDeselect={false}
      error={error}
      comboboxProps={{ transitionProps: { duration: 80 } }}
    />
  );
}
