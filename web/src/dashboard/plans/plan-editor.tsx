import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { useMemo, useState, type ReactNode } from "react";
import { planPresets, type CommissionPlan } from "tributary-sdk/plan";
import { useConfirm } from "../../ui/dialog/confirm.tsx";
import { UnsavedGuard } from "../../ui/form/unsaved.tsx";
import { PlanTerms } from "../../ui/plan-terms.tsx";
import { Section } from "../../ui/section.tsx";
import { AddRule } from "./add-rule.tsx";
import { unsentFacts } from "./asked-facts.ts";
import { draftOf, planOf, type PlanDraft } from "./draft.ts";
import { EditingContext } from "./editing.ts";
import classes from "./editor.module.css";
import { ExampleOrders } from "./example-orders.tsx";
import { firstExamples } from "./examples.ts";
import { usePlanPreview } from "./plan-preview.ts";
import { Presets, type PresetName } from "./presets.tsx";
import { missingIn, placeProblem } from "./problems.ts";
import { BasicRules, Bonuses, Limits, MatchingRules, Steps } from "./rules.tsx";

export interface EditedCampaign {
  readonly id: string;
  readonly currency: string;
}

interface PlanEditorProps {
  readonly campaign: EditedCampaign;
  readonly initial: CommissionPlan;
  /** It is a copy of another plan, so it can be saved without a change. */
  readonly isNew?: boolean;
  /** Settings that are saved with the plan. */
  readonly more?: { readonly dirty: boolean; readonly fields: ReactNode; readonly onDiscard: () => void };
  /** Opens the dialog that saves. A refusal of the plan comes back through `onRefused`. */
  readonly saving: (props: {
    plan: CommissionPlan;
    onClose: () => void;
    onRefused: (text: string) => void;
  }) => ReactNode;
}

/** Edits a plan as sentences. Beside them: what affiliates read, and what example orders pay. */
export function PlanEditor({ campaign, initial, isNew = false, more, saving }: PlanEditorProps): ReactNode {
  const { id: campaignId, currency } = campaign;
  /** What the draft started from, and what was saved last. */
  const [start, setStart] = useState(initial);
  const [seen, setSeen] = useState(initial);
  const [draft, setDraft] = useState(() => draftOf(start));
  const [examples, setExamples] = useState(firstExamples);
  const [tried, setTried] = useState(false);
  const [isSaving, setIsSaving] = useState(false);
  const [refused, setRefused] = useState<string>();
  // The last plan with all fields filled in: its terms stay visible while a field is empty.
  const [complete, setComplete] = useState(() => planOf(draft));
  const missing = useMemo(() => missingIn(draft), [draft]);
  const isComplete = Object.keys(missing).length === 0;
  const preview = usePlanPreview(campaignId, isComplete ? complete : undefined, examples);
  const refusal = preview.refusal ?? refused;
  const problems = {
    ...(tried ? missing : {}),
    ...(refusal !== undefined && isComplete ? placeProblem(refusal, draft) : {}),
  };
  const differsFrom = (plan: CommissionPlan): boolean => !isComplete || !isSame(complete, planOf(draftOf(plan)));
  const dirty = more?.dirty === true || differsFrom(initial);
  const change = (next: PlanDraft): void => {
    setDraft(next);
    setRefused(undefined);
    if (Object.keys(missingIn(next)).length === 0) setComplete(planOf(next));
  };
  const startAgain = (): void => {
    setStart(initial);
    change(draftOf(initial));
  };
  const discard = (): void => {
    startAgain();
    more?.onDiscard();
  };
  // Someone else saved a plan. What was typed here stays.
  if (seen !== initial) {
    setSeen(initial);
    if (!differsFrom(start)) startAgain();
  }
  const hasChanged = !isSame(start, initial) && differsFrom(initial);
  const save = (): void => {
    setTried(true);
    if (isComplete && preview.refusal === undefined) setIsSaving(true);
    // Once the fields are marked.
    else requestAnimationFrame(focusFirstProblem);
  };
  // Someone can press the button before the preview has checked the last change.
  if (isSaving && preview.refusal !== undefined) setIsSaving(false);
  const edit = { draft, onChange: change };
  return (
    <EditingContext value={{ currency, problems }}>
      <UnsavedGuard dirty={dirty} />
      <div className={classes["editor"]} id={EDITOR_ID}>
        <Stack gap="xl" miw={0}>
          {problems[""] !== undefined && (
            <Alert color="red" role="alert" variant="light" title="This plan can't be saved">
              {problems[""]}
            </Alert>
          )}
          {hasChanged && !isSaving && <ChangedMeanwhile onDiscard={discard} />}
          <StartFrom {...edit} plan={complete} dirty={dirty} />
          <BasicRules {...edit} />
          <MatchingRules {...edit} list="lines" />
          <MatchingRules {...edit} list="orders" />
          <Steps {...edit} />
          <Bonuses {...edit} />
          <Limits {...edit} />
          <AddRule {...edit} />
          {more?.fields}
        </Stack>
        <aside className={classes["side"]} aria-label="Preview">
          <Stack gap="xl">
            {preview.result && <Unsent sentences={unsentFacts(complete, preview.result.shop_sends)} />}
            <Section title="What affiliates see">
              <PlanTerms plan={complete} currency={currency} />
            </Section>
            <ExampleOrders
              currency={currency}
              plan={complete}
              examples={examples}
              onChange={setExamples}
              result={preview.result}
              isStale={preview.isStale}
              note={noteOf(isComplete, refusal, preview.failure)}
            />
          </Stack>
        </aside>
      </div>
      <div className={classes["bar"]}>
        <Group justify="space-between">
          <Text size="sm" c="dimmed" component="output">
            {dirty ? "Unsaved changes" : isNew ? "Not saved yet" : "No changes"}
          </Text>
          <Button onClick={save}>Save plan</Button>
        </Group>
      </div>
      {isSaving &&
        saving({
          plan: complete,
          onClose: () => setIsSaving(false),
          onRefused: (text) => {
            setIsSaving(false);
            setRefused(text);
            requestAnimationFrame(focusFirstProblem);
          },
        })}
    </EditingContext>
  );
}

function ChangedMeanwhile({ onDiscard }: { onDiscard: () => void }): ReactNode {
  return (
    <Alert color="orange" role="alert" variant="light" title="This plan has changed">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          Someone saved other rules while you were editing. Yours are still here. Before they replace the saved ones,
          you'll see how they differ.
        </Text>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard my changes
        </Button>
      </Stack>
    </Alert>
  );
}

/** Rules that can never pay are a surprise that nobody should find out about from an affiliate. */
function Unsent({ sentences }: { sentences: readonly string[] }): ReactNode {
  if (sentences.length === 0) return null;
  return (
    <Alert color="orange" variant="light" title="Some rules can't apply yet">
      {sentences.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Alert>
  );
}

function noteOf(isComplete: boolean, refusal: string | undefined, failure: string | undefined): string | undefined {
  if (!isComplete) return "Fill in all fields to see what these orders pay.";
  return refusal === undefined ? failure : "Correct the marked rule to see what these orders pay.";
}

interface StartFromProps {
  readonly draft: PlanDraft;
  readonly onChange: (draft: PlanDraft) => void;
  readonly plan: CommissionPlan;
  readonly dirty: boolean;
}

/** Asks before a preset replaces rules that someone typed. */
function StartFrom({ draft, onChange, plan, dirty }: StartFromProps): ReactNode {
  const confirm = useConfirm();
  const [started, setStarted] = useState<{ readonly name: PresetName; readonly plan: CommissionPlan }>();
  const isUntouched = started ? isSame(plan, started.plan) : !dirty;
  const choose = (name: PresetName): void => {
    const start = (): void => {
      const next = { ...draftOf(planPresets[name](plan.base)), boundCustomersKeep: draft.boundCustomersKeep };
      setStarted({ name, plan: planOf(next) });
      onChange(next);
    };
    if (isUntouched) return start();
    confirm({
      title: "Replace these rules?",
      body: "The preset replaces all rules on this page. Nothing is saved yet.",
      action: "Replace rules",
      run: async () => start(),
    });
  };
  return <Presets chosen={started?.name ?? null} onChoose={choose} />;
}

const isSame = (one: CommissionPlan, other: CommissionPlan): boolean => JSON.stringify(one) === JSON.stringify(other);

const EDITOR_ID = "plan-editor";

function focusFirstProblem(): void {
  const form = document.querySelector(`#${EDITOR_ID}`);
  const field = form?.querySelector<HTMLElement>("[aria-invalid=true]");
  if (field) field.focus();
  else form?.querySelector("[data-wrong]")?.scrollIntoView({ block: "center" });
}
