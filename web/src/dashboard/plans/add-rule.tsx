import { Button, Menu, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { limitNames, type LimitName, type ListName } from "./draft.ts";
import { withRule } from "./editing.ts";
import type { EditProps } from "./rules.tsx";

const kinds: readonly (readonly [list: ListName, title: string, text: string])[] = [
  ["lines", "Product rule", "Pay 30% on items whose SKU is PRO-*"],
  ["orders", "Order rule", "Pay a different commission when the customer is new"],
  ["steps", "Tier", "From order 11 in a month, pay 25%"],
  ["bonuses", "Bonus", "Pay a bonus for 50 approved orders in a month"],
];
const limits: Readonly<Record<LimitName, readonly [title: string, text: string, value: number]>> = {
  order_max: ["Limit per order", "Pay no more than this for one order", 200],
  customer_max: ["Limit per customer", "Pay no more than this for one customer", 500],
};

export function AddRule({ draft, onChange }: EditProps): ReactNode {
  const free = limitNames.filter((name) => draft.limits[name] === undefined);
  return (
    <Menu position="bottom-start" width="min(320px, calc(100vw - 48px))">
      <Menu.Target>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} w="fit-content" data-add-rule>
          Add rule
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map(([list, title, text]) => (
          <Item key={list} title={title} text={text} onAdd={() => onChange(withRule(draft, list))} />
        ))}
        {free.map((name) => {
          const [title, text, value] = limits[name];
          const add = (): void => onChange({ ...draft, limits: { ...draft.limits, [name]: value } });
          return <Item key={name} title={title} text={text} onAdd={add} />;
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

const Item = ({ title, text, onAdd }: { title: string; text: string; onAdd: () => void }): ReactNode => (
  <Menu.Item onClick={onAdd}>
    {title}
    <Text component="span" display="block" size="xs" c="dimmed">
      {text}
    </Text>
  </Menu.Item>
);
