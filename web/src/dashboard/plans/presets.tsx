import { Group, Radio, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { planPresets } from "tributary-sdk/plan";
import { Section } from "../../ui/section.tsx";
import classes from "./editor.module.css";

const words = {
  flat: ["Flat", "The same commission for every order."],
  recurring: ["Recurring", "A percentage of every payment, for a number of months. For subscriptions."],
  tiered: ["Tiered", "A higher rate from a number of orders in a month."],
  by_product: ["By product", "Other rates for some products, and none for gift cards."],
} as const satisfies Readonly<Record<keyof typeof planPresets, readonly [title: string, text: string]>>;

export type PresetName = keyof typeof planPresets;
const names = Object.keys(words) as PresetName[];

interface PresetsProps {
  readonly chosen: PresetName | null;
  readonly onChoose: (name: PresetName) => void;
}

/** Complete plans to start from. */
export function Presets({ chosen, onChoose }: PresetsProps): ReactNode {
  const choose = (value: string): void => {
    const name = names.find((each) => each === value);
    if (name) onChoose(name);
  };
  return (
    <Section title="Start from">
      <Radio.Group aria-label="Start from" value={chosen} onChange={choose}>
        <div className={classes["presets"]}>
          {names.map((name) => {
            const [title, text] = words[name];
            return (
              <Radio.Card key={name} value={name} aria-label={title} className={classes["preset"] ?? ""}>
                <Group wrap="nowrap" align="flex-start" gap="sm">
                  <Radio.Indicator mt={2} size="xs" />
                  <div>
                    <Text size="sm" fw={600}>
                      {title}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {text}
                    </Text>
                  </div>
                </Group>
              </Radio.Card>
            );
          })}
        </div>
      </Radio.Group>
    </Section>
  );
}
