import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { auditChoicesQuery } from "../../api/audit.ts";
import { ChoiceFilter } from "../../ui/filter/choice-filter.tsx";
import { DayFilter } from "../../ui/filter/day-filter.tsx";
import { FilterBar } from "../../ui/filter/filter-bar.tsx";
import { withoutAll, type Changes } from "../../ui/filter/use-filter.ts";
import { useAccount } from "../shared/account.ts";
import type { AuditSearch } from "./search.ts";
import { actorText, auditActions, actionText } from "../../words/audit.ts";

type Filter = Omit<AuditSearch, "offset" | "entry">;

interface AuditFiltersProps {
  readonly filter: Filter;
  /** The name of the item whose entries are shown. */
  readonly subjectName: string | undefined;
  readonly onFilter: (changes: Changes<Filter>) => void;
}

const actionChoices = auditActions.map((value) => ({ value, label: actionText(value) }));

export function AuditFilters({ filter, subjectName, onFilter }: AuditFiltersProps): ReactNode {
  const { id: accountId } = useAccount();
  const choices = useQuery(auditChoicesQuery(accountId));
  const active = Object.keys(filter).length;
  return (
    <FilterBar active={active} onClear={active > 0 && (() => onFilter(withoutAll(filter)))}>
      <ChoiceFilter
        label="Who"
        width={160}
        choices={choices.data?.actors.map((actor) => ({ value: actor.id, label: actorText(actor) })) ?? []}
        value={filter.actor}
        onChange={(actor) => onFilter({ actor })}
      />
      <ChoiceFilter
        label="Action"
        width={210}
        choices={actionChoices}
        value={filter.action}
        onChange={(action) => onFilter({ action })}
      />
      <DayFilter label="When" from={filter.from} to={filter.to} onChange={(from, to) => onFilter({ from, to })} />
      {filter.subject !== undefined && (
        <Button
          variant="default"
          size="sm"
          maw={280}
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`Only ${subjectName ?? filter.subject}. Remove filter`}
          onClick={() => onFilter({ subject: undefined })}
        >
          Only {subjectName ?? filter.subject}
        </Button>
      )}
    </FilterBar>
  );
}
