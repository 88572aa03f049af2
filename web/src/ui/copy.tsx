import { ActionIcon, Button, Code, Group } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useEffect, useState, type ReactNode } from "react";
import classes from "./copy.module.css";
import { notifyProblem } from "./notice/notify.ts";

const COPIED_MS = 1_000;

/** Browsers have no clipboard on plain HTTP, and may refuse it. */
function useCopy(value: string): { copied: boolean; copy: () => Promise<void> } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      notifyProblem(select(value) ? "Couldn't copy. Select the text and copy it." : `Couldn't copy: ${value}`);
    }
  };
  return { copied, copy };
}

/** Selects the value. False if no field or block of code shows it. Dialogs come last in the document. */
function select(value: string): boolean {
  const fields = [...document.querySelectorAll("code, pre")].filter(({ textContent }) => textContent === value);
  const field = fields.at(-1);
  if (field) document.getSelection()?.selectAllChildren(field);
  return field !== undefined;
}

export function CopyIcon({ value, what }: { value: string; what: string }): ReactNode {
  const { copied, copy } = useCopy(value);
  return (
    <ActionIcon
      className="above"
      variant="subtle"
      color={copied ? "teal" : "gray"}
      size="sm"
      title={copied ? "Copied" : `Copy ${what}`}
      aria-label={copied ? "Copied" : `Copy ${what}`}
      onClick={() => void copy()}
    >
      {copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
    </ActionIcon>
  );
}

interface CopyWideProps {
  readonly value: string;
  readonly label: string;
  /** The main action of its page. */
  readonly primary?: boolean;
  /** What the button copies, if there are several on the page. */
  readonly name?: string;
}

export function CopyWide({ value, label, primary = false, name }: CopyWideProps): ReactNode {
  const { copied, copy } = useCopy(value);
  return (
    <Button
      variant={primary ? "filled" : "default"}
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      onClick={() => void copy()}
      {...(name === undefined || copied ? {} : { "aria-label": name })}
    >
      {copied ? "Copied" : label}
    </Button>
  );
}

/** A value on one line with a copy button. */
export function CopyField({ value, what }: { value: string; what: string }): ReactNode {
  return (
    <Group gap={4} wrap="nowrap" miw={0} className="above">
      <Code className={classes["value"]} title={value}>
        {value}
      </Code>
      <CopyIcon value={value} what={what} />
    </Group>
  );
}

interface CodeBlockProps {
  readonly code: string;
  readonly label: string;
  readonly wrap?: boolean;
  /** What is shown in place of the code. The button copies the code. */
  readonly shown?: string;
}

/** Text to paste. Prose and links wrap; code keeps its line breaks and scrolls. */
export function CodeBlock({ code, label, wrap, shown = code }: CodeBlockProps): ReactNode {
  return (
    <section className={classes["frame"]} aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so it must be focusable */}
      <pre className={classes["block"]} data-wrap={wrap === true} tabIndex={0}>
        {shown}
      </pre>
      <div className={classes["corner"]}>
        <CopyIcon value={code} what={label} />
      </div>
    </section>
  );
}
