import { Anchor, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ConnectorRow } from "tributary-sdk/pages";
import { CodeBlock, CopyIcon, CopyWide } from "../../ui/copy.tsx";
import { Card } from "../../ui/card.tsx";
import { Section } from "../../ui/section.tsx";
import classes from "./connectors.module.css";
import { FirstEvent } from "./first-event.tsx";
import { guides, scriptTag, type Slot, type Topic } from "./guides.ts";
import { OurSecret } from "./our-secret.tsx";
import { SecretForm } from "./secret-form.tsx";

interface WizardProps {
  readonly connector: ConnectorRow;
  /** Ours, right after it was created. */
  readonly secret: string | null;
  readonly onSecret: (secret: string | null) => void;
}

/** What to click at the provider, and beside it what has arrived so far. */
export function Wizard(props: WizardProps): ReactNode {
  const { connector } = props;
  const guide = guides[connector.provider];
  return (
    <div className={classes["wizard"]}>
      <Stack gap="xl" miw={0}>
        <Section
          title={`1. ${guide.title}`}
          action={
            guide.link && (
              <Anchor href={guide.link.href} target="_blank" rel="noreferrer" size="sm">
                <Group gap={4} component="span">
                  {guide.link.label} <IconExternalLink size={14} aria-hidden />
                </Group>
              </Anchor>
            )
          }
        >
          <Card>
            <ol className={classes["clicks"]}>
              {guide.clicks.map(({ text, slot }) => (
                <li key={text}>
                  <Stack gap="xs" miw={0} align="stretch">
                    <Text size="sm" className="prose">
                      {text}
                    </Text>
                    {slot !== undefined && <Filled slot={slot} {...props} />}
                  </Stack>
                </li>
              ))}
            </ol>
          </Card>
        </Section>
        <Section title="2. Pass the click ID to your orders" note={guide.carry.text}>
          <CodeBlock code={scriptTag(window.location.origin, guide.carry.attributes)} label="script" wrap />
          {guide.carry.file && (
            <Anchor href={guide.carry.file.href} download size="sm" w="fit-content">
              <Group gap={4} component="span">
                <IconDownload size={14} aria-hidden /> {guide.carry.file.label}
              </Group>
            </Anchor>
          )}
        </Section>
        <Text size="sm" c="dimmed" className="prose">
          Don&apos;t send the same orders through the API as well.{" "}
          <Anchor href={guide.docs} size="sm" underline="always">
            Read the full guide
          </Anchor>
        </Text>
      </Stack>
      <aside className={classes["aside"]} aria-label="Progress">
        <FirstEvent connector={connector} hint={guide.first} />
      </aside>
    </div>
  );
}

function Filled({ slot, connector, secret, onSecret }: WizardProps & { slot: Slot }): ReactNode {
  switch (slot) {
    case "url":
      return <CodeBlock code={connector.url} label="webhook URL" wrap />;
    case "topics":
      return <Topics topics={guides[connector.provider].topics} />;
    case "theirSecret":
      return <SecretForm connector={connector} />;
    case "ourSecret":
      return <OurSecret connector={connector} secret={secret} onSecret={onSecret} />;
  }
}

function Topics({ topics }: { topics: readonly Topic[] }): ReactNode {
  const needed = topics.filter(({ note }) => note === undefined);
  const rare = topics.filter(({ note }) => note !== undefined);
  const isCopied = needed.every(({ shown }) => shown === undefined);
  return (
    <Stack gap="sm" align="stretch">
      <TopicList label="Events" topics={needed} />
      {isCopied && (
        <div>
          <CopyWide value={needed.map(({ name }) => name).join("\n")} label={`Copy all ${needed.length}`} />
        </div>
      )}
      {rare.length > 0 && <TopicList label="Events for some shops" topics={rare} />}
    </Stack>
  );
}

function TopicList({ label, topics }: { label: string; topics: readonly Topic[] }): ReactNode {
  return (
    <ul className={classes["topics"]} aria-label={label}>
      {topics.map(({ name, shown, note }) => (
        <li key={name}>
          {shown !== undefined && (
            <Text span size="sm" fw={500}>
              {shown}
            </Text>
          )}
          <Group gap={4} wrap="nowrap" component="span">
            <Text span size="xs" ff="monospace" className="breakable" {...(shown === undefined ? {} : { c: "dimmed" })}>
              {name}
            </Text>
            {shown === undefined && <CopyIcon value={name} what={name} />}
          </Group>
          {note !== undefined && (
            <Text span size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
