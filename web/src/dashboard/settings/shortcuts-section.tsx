import { Switch } from "@mantine/core";
import { useState, type ReactNode } from "react";
import { Section } from "../../ui/section.tsx";
import { shortcutsAreOn, switchShortcuts } from "../keyboard/shortcut-switch.ts";

/** Speech input and tremors can trigger single keys by accident. */
export function ShortcutsSection(): ReactNode {
  const [on, setOn] = useState(shortcutsAreOn);
  return (
    <Section title="Keyboard shortcuts" note="Saved in this browser.">
      <Switch
        label="Single-key shortcuts"
        description="For example, A approves a conversion in the review queue. Ctrl+K works either way."
        checked={on}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          switchShortcuts(checked);
          setOn(checked);
        }}
      />
    </Section>
  );
}
