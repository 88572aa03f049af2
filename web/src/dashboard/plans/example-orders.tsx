import { Stack, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { PlanPreviewResponse } from "tributary-sdk/pages";
import type { CommissionPlan } from "tributary-sdk/plan";
import { SKU_MAX } from "tributary-sdk/limits";
import { moneyText } from "../../format/numbers.ts";
import { CommissionLines } from "../../ui/commission-lines.tsx";
import { Section } from "../../ui/section.tsx";
import classes from "./editor.module.css";
import { asksAbout } from "./asked-facts.ts";
import type { ExampleDraft } from "./examples.ts";
import { ChoiceBox, MoneyBox, NumberBox } from "./inputs.tsx";

interface ExampleOrdersProps {
  readonly currency: string;
  readonly plan: CommissionPlan;
  readonly examples: readonly ExampleDraft[];
  readonly onChange: (examples: readonly ExampleDraft[]) => void;
  /** undefined: loading, or `note` says why not. */
  readonly result: PlanPreviewResponse | undefined;
  readonly isStale: boolean;
  readonly note: string | undefined;
}

export function ExampleOrders(props: ExampleOrdersProps): ReactNode {
  const { currency, plan, examples, onChange, result, isStale, note } = props;
  return (
    <Section title="What three example orders pay" note="Change them to try the rules.">
      {note !== undefined && (
        <Text size="sm" c="dimmed" component="output">
          {note}
        </Text>
      )}
      <div>
        {examples.map((example, index) => {
          const order = result?.orders[index];
          return (
            <fieldset key={index} className={classes["example"]} aria-label={`Example order ${index + 1}`}>
              <ExampleFields
                currency={currency}
                plan={plan}
                example={example}
                onChange={(next) => onChange(examples.with(index, next))}
              />
              {order && (
                <Stack gap={6} className={isStale ? (classes["stale"] ?? "") : ""} aria-busy={isStale}>
                  <div className={classes["result"]}>
                    <Text size="sm">Pays</Text>
                    <Text component="output" size="lg" fw={600} className="number">
                      {moneyText(order.commission, currency)}
                    </Text>
                  </div>
                  <CommissionLines lines={order.lines} plan={plan} currency={currency} collapsedFrom={1} />
                </Stack>
              )}
            </fieldset>
          );
        })}
      </div>
    </Section>
  );
}

interface ExampleFieldsProps {
  readonly currency: string;
  /** Without a rule about a category, a country or coupons, the field would make no difference. */
  readonly plan: CommissionPlan;
  readonly example: ExampleDraft;
  readonly onChange: (example: ExampleDraft) => void;
}

function ExampleFields({ currency, plan, example, onChange }: ExampleFieldsProps): ReactNode {
  const set = (part: Partial<ExampleDraft>): void => onChange({ ...example, ...part });
  return (
    <Stack gap={6}>
      <div className={classes["sentence"]}>
        <MoneyBox
          currency={currency}
          label="Order amount"
          value={example.amount}
          onChange={(amount) => set({ amount })}
        />
        <span>by a</span>
        <ChoiceBox
          label="Customer"
          value={example.customer}
          choices={{ new: "new", returning: "returning" }}
          onChange={(customer) => set({ customer })}
        />
        <span>customer</span>
        {example.customer === "returning" && (
          <span className={classes["pair"]}>
            <span>in month</span>
            <NumberBox
              decimals={0}
              label="Month since the first order"
              value={example.month}
              onChange={(month) => set({ month })}
            />
          </span>
        )}
      </div>
      <div className={classes["sentence"]}>
        <span className={classes["pair"]}>
          <span>Order</span>
          <NumberBox
            decimals={0}
            label="Number of the order in the month"
            value={example.ordinal}
            onChange={(ordinal) => set({ ordinal })}
          />
          <span>in the month</span>
        </span>
        <WordBox
          label="SKU"
          value={example.sku}
          onChange={(sku) => set({ sku, itemAmount: example.itemAmount === "" ? example.amount : example.itemAmount })}
        />
        {(asksAbout(plan, "coupon") || example.coupon === "own") && (
          <ChoiceBox
            label="Coupon"
            value={example.coupon}
            choices={{ none: "without a coupon", own: "with the affiliate's coupon" }}
            onChange={(coupon) => set({ coupon })}
          />
        )}
        {example.sku.trim() !== "" && (
          <span className={classes["pair"]}>
            <span>for</span>
            <MoneyBox
              currency={currency}
              label="Amount of the item"
              value={example.itemAmount}
              onChange={(itemAmount) => set({ itemAmount })}
            />
          </span>
        )}
        {example.sku.trim() !== "" && (asksAbout(plan, "category") || example.category !== "") && (
          <WordBox label="Category" value={example.category} onChange={(category) => set({ category })} />
        )}
        {(asksAbout(plan, "country") || example.country !== "") && (
          <WordBox
            label="Country"
            value={example.country}
            maxLength={COUNTRY_LENGTH}
            onChange={(country) => set({ country })}
          />
        )}
      </div>
    </Stack>
  );
}

const COUNTRY_LENGTH = 2;

interface WordBoxProps {
  readonly label: string;
  readonly value: string;
  readonly maxLength?: number;
  readonly onChange: (value: string) => void;
}

function WordBox({ label, value, maxLength = SKU_MAX, onChange }: WordBoxProps): ReactNode {
  return (
    <span className={classes["pair"]}>
      <span>{label}</span>
      <TextInput
        aria-label={label}
        size="xs"
        className={classes["sku"] ?? ""}
        placeholder="none"
        maxLength={maxLength}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  );
}
