import { Badge } from "@mantine/core";
import { IconAlertTriangle, IconBan, IconCheck, IconClock, IconMinus, type Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { sentenceCase } from "../format/sentence-case.ts";
import type { Tone } from "../words/tones.ts";
import classes from "./status-badge.module.css";

const icons: Readonly<Record<Tone, Icon>> = {
  good: IconCheck,
  waiting: IconClock,
  bad: IconBan,
  warning: IconAlertTriangle,
  quiet: IconMinus,
};

/** The word and the icon carry the status too, because some people cannot see the colour. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }): ReactNode {
  const Sign = icons[tone];
  return (
    <Badge
      className={classes["badge"]}
      data-tone={tone}
      variant="light"
      tt="none"
      size="sm"
      leftSection={<Sign size={12} stroke={2.2} aria-hidden />}
    >
      {sentenceCase(children)}
    </Badge>
  );
}
