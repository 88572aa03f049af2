import { Button, Group, List, Stack, Switch, Text } from "@mantine/core";
import { useState, type ReactNode } from "react";
import type { PlanAffects } from "tributary-sdk/pages";
import { describeChange, type CommissionPlan } from "tributary-sdk/plan";
import { ApiFailure, messageOf } from "../../api/failure.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { ignoreRepeat } from "../../ui/unless-repeated.ts";
import { customersText, planFormat } from "../../words/plans.ts";

interface SaveDialogProps {
  readonly before: CommissionPlan;
  readonly plan: CommissionPlan;
  readonly currency: string;
  /** What changes besides the plan. */
  readonly also?: readonly string[];
  /** `12 affiliates` or `Ada Lovelace`. */
  readonly forWhom: string;
  /** The first plan of its group or affiliate. */
  readonly isNew?: boolean;
  readonly affects: Pick<PlanAffects, "bound_customers" | "other_customers">;
  readonly onSave: (plan: CommissionPlan) => Promise<void>;
  readonly onClose: () => void;
  readonly onRefused: (text: string) => void;
}

/** Says what a new version changes and for whom, before it is saved. */
export function SaveDialog(props: SaveDialogProps): ReactNode {
  const { before, plan, currency, also = [], forWhom, isNew = false, affects, onSave, onClose, onRefused } = props;
  const [forAll, setForAll] = useState(plan.bound_customers_keep === false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // The switch says it for the customers.
  const { bound_customers_keep: keptBefore = true, ...rulesBefore } = before;
  const { bound_customers_keep: _kept, ...rules } = plan;
  const changes = [...describeChange(rulesBefore, rules, planFormat(currency)), ...also];
  const isNothing = changes.length === 0 && !isNew && forAll === !keptBefore;
  const save = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onSave(forAll ? { ...rules, bound_customers_keep: false } : rules);
    } catch (error) {
      // The rule that it names is on the page behind.
      if (error instanceof ApiFailure && error.code === "invalid_plan") return onRefused(error.message);
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      opened
      busy={busy}
      onClose={onClose}
      title={isNothing ? "No changes" : "What changes and for whom"}
      size="lg"
    >
      <Stack gap="md">
        {changes.length === 0 ? (
          <Text size="sm">{sameText(isNew, isNothing)}</Text>
        ) : (
          <List size="sm" spacing={4}>
            {changes.map((sentence) => (
              <List.Item key={sentence}>{sentence}</List.Item>
            ))}
          </List>
        )}
        <Stack gap={4}>
          <Text size="sm">
            Applies to {forWhom}, from the next order on. Recorded conversions keep their commission.
          </Text>
          <Text size="sm" component="output">
            {customersText(forAll, affects)}
          </Text>
        </Stack>
        {/* Nobody ordered under an earlier version of a group's or an affiliate's first plan. */}
        {!(isNew && affects.bound_customers === 0) && (
          <Switch
            label="Also apply to customers who already ordered"
            description="Off: they keep the terms of their first order."
            checked={forAll}
            onChange={(event) => setForAll(event.currentTarget.checked)}
          />
        )}
        <FormProblem text={problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={busy}>
            Keep editing
          </Button>
          <Button
            loading={busy}
            disabled={isNothing}
            onClick={() => void save()}
            onKeyDown={ignoreRepeat}
            data-autofocus
          >
            Save new version
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function sameText(isNew: boolean, isNothing: boolean): string {
  if (isNew) return "The rules stay the same, but no longer follow changes to the plan they come from.";
  return isNothing ? "You haven't changed any rules, so there is nothing to save." : "The rules stay the same.";
}
