import { Stack, Text, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { PlanPreviewResponse } from "tributary-sdk/pages";
import type { CommissionPlan } from "tributary-sdk/plan";
import { SKU_MAX } from "tributary-sdk/limits";
import { moneyText } from "../../format/numbers.ts";
import { CommissionLines } from "../../ui/commission-lines.tsx";
import { Section } from "../../ui/section.tsx";
import classes from "./editor.module.css";
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
                asksForCoupon={asksForCoupon(plan)}
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

const asksForCoupon = ({ lines = [], orders = [] }: CommissionPlan): boolean =>
  [...lines, ...orders].some(({ when }) => when.coupon !== undefined);

interface ExampleFieldsProps {
  readonly currency: string;
  /** Without a rule about coupons, the choice would make no difference. */
  readonly asksForCoupon: boolean;
  readonly example: ExampleDraft;
  readonly onChange: (example: ExampleDraft) => void;
}

function ExampleFields({ currency, asksForCoupon: asks, example, onChange }: ExampleFieldsProps): ReactNode {
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
        <span className={classes["pair"]}>
          <span>SKU</span>
          <TextInput
            aria-label="SKU"
            size="xs"
            className={classes["sku"] ?? ""}
            placeholder="none"
            maxLength={SKU_MAX}
            value={example.sku}
            onChange={({ currentTarget: { value: sku } }) =>
              set({ sku, itemAmount: example.itemAmount === "" ? example.amount : example.itemAmount })
            }
          />
        </span>
        {asks && (
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
      </div>
    </Stack>
  );
}
