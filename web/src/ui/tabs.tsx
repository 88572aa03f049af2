import { Tabs } from "@mantine/core";
import type { ReactNode } from "react";

interface PageTabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly children: ReactNode;
}

/** The URL holds the selected tab. */
export function PageTabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
}: PageTabsProps<Value>): ReactNode {
  const choose = (next: string | null): void => {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (tab) onChange(tab.value);
  };
  return (
    <Tabs value={value} onChange={choose} keepMounted={false}>
      <Tabs.List aria-label={label} mb="lg" style={{ flexWrap: "nowrap", overflowX: "auto" }}>
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tabs.map((tab) => (
        <Tabs.Panel key={tab.value} value={tab.value} tabIndex={-1}>
          {tab.value === value && children}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
