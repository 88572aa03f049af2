import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { auditChoicesQuery } from "../../api/audit.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { DayFilter } from "../../ui/filter/day-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { useAccount } from "../shared/account.ts";
import type { AuditSearch } from "./search.ts";
import { actorText, auditActions, deedText } from "../../words/audit.ts";

type Filter = Omit<AuditSearch, "offset" | "entry">;
type Changes = { [key in keyof Filter]?: Filter[key] | undefined };

interface AuditFiltersProps {
  readonly search: Filter;
  /** What the thing is called that the log is narrowed to. */
  readonly subjectName: string | undefined;
  readonly onSearch: (search: Filter) => void;
}

const actionChoices = auditActions.map((value) => ({ value, label: deedText(value) }));

export function AuditFilters({ search, subjectName, onSearch }: AuditFiltersProps): ReactNode {
  const { id: accountId } = useAccount();
  const choices = useQuery(auditChoicesQuery(accountId));
  const set = (changes: Changes): void => {
    const next = Object.entries({ ...search, ...changes }).filter(([, value]) => value !== undefined);
    onSearch(Object.fromEntries(next));
  };
  const active = Object.keys(search).length;
  return (
    <FilterBar active={active}>
      <ChoiceFilter
        label="Who"
        width={160}
        choices={choices.data?.actors.map((actor) => ({ value: actor.id, label: actorText(actor) })) ?? []}
        value={search.actor}
        onChange={(actor) => set({ actor })}
      />
      <ChoiceFilter
        label="What"
        width={210}
        choices={actionChoices}
        value={search.action}
        onChange={(action) => set({ action: action as Filter["action"] })}
      />
      <DayFilter label="When" from={search.from} to={search.to} onChange={(from, to) => set({ from, to })} />
      {search.subject !== undefined && (
        <Button
          variant="default"
          size="sm"
          maw={280}
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`Show more than ${subjectName ?? search.subject}`}
          onClick={() => set({ subject: undefined })}
        >
          Only {subjectName ?? search.subject}
        </Button>
      )}
      {active > 0 && (
        <Button variant="subtle" size="sm" onClick={() => onSearch({})}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}
