import type { ReactNode } from "react";
import { Conditions } from "./conditions.tsx";
import type { BonusDraft, LimitName, PlanDraft, RepeatDraft, RuleDraft, StepDraft, Typed } from "./draft.ts";
import { limitNames } from "./draft.ts";
import { moved } from "./editing.ts";
import { AmountField, CountField, PayField } from "./fields.tsx";
import { ChoiceBox } from "./inputs.tsx";
import { RuleRow } from "./rule-row.tsx";
import { RuleSection } from "./rule-section.tsx";

export interface EditProps {
  readonly draft: PlanDraft;
  readonly onChange: (draft: PlanDraft) => void;
}

const repeatChoices: Readonly<Record<RepeatDraft["pay"], string>> = {
  every: "every order of a customer",
  none: "a customer's first order only",
  months: "a customer's orders in the first",
  payments: "a customer's first",
};

export function BasicRules({ draft, onChange }: EditProps): ReactNode {
  const { base, repeat } = draft;
  const isCounted = repeat.pay === "months" || repeat.pay === "payments";
  return (
    <RuleSection title="Base commission" note="The commission when no rule below matches.">
      <RuleRow path="base" name="Base commission">
        <span>Pay</span>
        <PayField
          path="base"
          rule="base"
          value={base}
          percentage="% of each order"
          fixed="for each order"
          canBeNothing={false}
          onChange={(pay) => onChange({ ...draft, base: pay })}
        />
      </RuleRow>
      <RuleRow path="repeat" name="Repeat orders">
        <span>Pay on</span>
        <ChoiceBox
          label="Which orders pay"
          value={repeat.pay}
          choices={repeatChoices}
          onChange={(pay) => onChange({ ...draft, repeat: { ...repeat, pay } })}
        />
        {isCounted && (
          <>
            <CountField
              label={repeat.pay === "months" ? "Months" : "Orders"}
              path="repeat"
              rule="repeat"
              value={repeat.count}
              onChange={(count) => onChange({ ...draft, repeat: { ...repeat, count } })}
            />
            <span>{repeat.pay === "months" ? "months" : "orders"}</span>
          </>
        )}
      </RuleRow>
    </RuleSection>
  );
}

const ofList = {
  lines: {
    title: "Products",
    name: "Product rule",
    note: "Each item takes the first rule that matches. A value may end with * to match everything that starts with it.",
    fixed: "per item",
  },
  orders: {
    title: "Orders",
    name: "Order rule",
    note: "The order, less items with a product rule, takes the first rule that matches.",
    fixed: "once",
  },
} as const;

export function MatchingRules({ draft, onChange, list }: EditProps & { list: "lines" | "orders" }): ReactNode {
  const { title, name, note, fixed } = ofList[list];
  const rules = draft[list];
  const set = (next: readonly RuleDraft[]): void => onChange({ ...draft, [list]: next });
  if (rules.length === 0) return null;
  return (
    <RuleSection title={title} note={note}>
      {rules.map((rule, index) => {
        const path = `${list}[${index}]`;
        return (
          <RuleRow
            key={rule.id}
            path={path}
            name={`${name} ${index + 1}`}
            isFirst={index === 0}
            isLast={index === rules.length - 1}
            onMove={(by) => set(moved(rules, index, by))}
            onRemove={() => set(rules.toSpliced(index, 1))}
          >
            <span>Pay</span>
            <PayField
              rule={path}
              value={rule.pay}
              percentage="%"
              fixed={fixed}
              canBeNothing
              onChange={(pay) => set(rules.with(index, { ...rule, pay }))}
            />
            <Conditions
              list={list}
              rule={path}
              when={rule.when}
              onChange={(when) => set(rules.with(index, { ...rule, when }))}
            />
          </RuleRow>
        );
      })}
    </RuleSection>
  );
}

export function Steps({ draft, onChange }: EditProps): ReactNode {
  const { steps } = draft;
  const set = (next: readonly StepDraft[]): void => onChange({ ...draft, steps: next });
  if (steps.length === 0) return null;
  return (
    <RuleSection
      title="Tiers"
      note="Replace the base commission from that order on. Counts an affiliate's orders in a calendar month (UTC)."
    >
      {steps.map((step, index) => {
        const path = `tiers.steps[${index}]`;
        return (
          <RuleRow key={step.id} path={path} name={`Tier ${index + 1}`} onRemove={() => set(steps.toSpliced(index, 1))}>
            <span>From order</span>
            <CountField
              label="From order"
              path={`${path}.from`}
              rule={path}
              value={step.from}
              onChange={(from) => set(steps.with(index, { ...step, from }))}
            />
            <span>in a month, pay</span>
            <PayField
              rule={path}
              value={step.pay}
              percentage="%"
              fixed="per order"
              canBeNothing
              onChange={(pay) => set(steps.with(index, { ...step, pay }))}
            />
          </RuleRow>
        );
      })}
    </RuleSection>
  );
}

export function Bonuses({ draft, onChange }: EditProps): ReactNode {
  const { bonuses } = draft;
  const set = (next: readonly BonusDraft[]): void => onChange({ ...draft, bonuses: next });
  if (bonuses.length === 0) return null;
  return (
    <RuleSection
      title="Bonuses"
      note="Paid once a month, as a conversion of its own. Counts orders whose hold period is over."
    >
      {bonuses.map((bonus, index) => {
        const path = `bonuses[${index}]`;
        return (
          <RuleRow
            key={bonus.id}
            path={path}
            name={`Bonus ${index + 1}`}
            onRemove={() => set(bonuses.toSpliced(index, 1))}
          >
            <span>Pay a bonus of</span>
            <AmountField
              label="Bonus"
              path={`${path}.value`}
              rule={path}
              value={bonus.value}
              onChange={(value) => set(bonuses.with(index, { ...bonus, value }))}
            />
            <span>for</span>
            <CountField
              label="Approved orders"
              path={`${path}.reach`}
              rule={path}
              value={bonus.reach}
              onChange={(reach) => set(bonuses.with(index, { ...bonus, reach }))}
            />
            <span>approved orders in a month</span>
          </RuleRow>
        );
      })}
    </RuleSection>
  );
}

const limitWords: Readonly<Record<LimitName, readonly [name: string, per: string]>> = {
  order_max: ["Limit per order", "per order"],
  customer_max: ["Limit per customer", "per customer, over all of their orders"],
};

export function Limits({ draft, onChange }: EditProps): ReactNode {
  const set = (name: LimitName, value: Typed | undefined): void => {
    const { [name]: _before, ...others } = draft.limits;
    onChange({ ...draft, limits: value === undefined ? others : { ...others, [name]: value } });
  };
  const shown = limitNames.filter((name) => draft.limits[name] !== undefined);
  if (shown.length === 0) return null;
  return (
    <RuleSection title="Limits" note="Bonuses do not count.">
      {shown.map((name) => {
        const [label, per] = limitWords[name];
        const path = `limits.${name}`;
        return (
          <RuleRow key={name} path={path} name={label} onRemove={() => set(name, undefined)}>
            <span>Pay at most</span>
            <AmountField
              label={label}
              path={path}
              rule={path}
              value={draft.limits[name] ?? ""}
              onChange={(value) => set(name, value)}
            />
            <span>{per}</span>
          </RuleRow>
        );
      })}
    </RuleSection>
  );
}
