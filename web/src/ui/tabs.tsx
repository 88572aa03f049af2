import { Tabs } from "@mantine/core";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import classes from "./tabs.module.css";

interface PageTabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** For tabs within a tab, so that the two rows differ. */
  readonly isInner?: boolean;
  readonly children: ReactNode;
}

/** How much of the tab before the selected one stays visible. */
const PEEK_PX = 40;

/** The URL holds the selected tab. */
export function PageTabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  isInner = false,
  children,
}: PageTabsProps<Value>): ReactNode {
  const choose = (next: string | null): void => {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (tab) onChange(tab.value);
  };
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    // Sideways only: scrollIntoView would also scroll the page to the tabs.
    if (list.current && chosen) list.current.scrollLeft = chosen.offsetLeft - PEEK_PX;
  }, [value]);
  return (
    <Tabs value={value} onChange={choose} keepMounted={false} variant={isInner ? "pills" : "default"}>
      <Tabs.List
        ref={list}
        aria-label={label}
        mb="lg"
        className={isInner ? `${classes["list"]} ${classes["inner"]}` : (classes["list"] ?? "")}
      >
        {tabs.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value} className={classes["tab"] ?? ""}>
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
