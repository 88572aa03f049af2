import { Text, Title, VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./steps.module.css";

export interface Step {
  readonly id: string;
  readonly title: string;
  readonly done: boolean;
  readonly text: string;
  /** Instructions, shown for the first open step only. */
  readonly body: ReactNode;
}

/** A checklist; only the next step is expanded. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }): ReactNode {
  const next = steps.find((step) => !step.done);
  return (
    <ol className={classes["list"]} aria-label={label}>
      {steps.map((step, index) => (
        <li
          key={step.id}
          className={classes["step"]}
          data-next={step === next}
          aria-current={step === next ? "step" : undefined}
        >
          <span className={classes["mark"]} data-done={step.done} aria-hidden>
            {step.done ? <IconCheck size={16} stroke={2.5} /> : index + 1}
          </span>
          <div className={classes["body"]}>
            <Title order={2} size="h3" {...(step.done ? { c: "dimmed" } : {})}>
              {step.title}
              {step.done && <VisuallyHidden> (done)</VisuallyHidden>}
            </Title>
            {!step.done && (
              <Text size="sm" c="dimmed" className="prose">
                {step.text}
              </Text>
            )}
            {step === next && <div className={classes["how"]}>{step.body}</div>}
          </div>
        </li>
      ))}
    </ol>
  );
}
