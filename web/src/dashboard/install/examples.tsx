import { Anchor, Button, Group, Stack, Tabs, Text } from "@mantine/core";
import { Suspense, useState, type ReactNode } from "react";
import { CodeBlock } from "../../ui/copy.tsx";
import { lazily } from "../../ui/lazy.ts";
import { useAccount } from "../shared/account.ts";
import {
  installSdk,
  keyLine,
  middleware,
  orderByCurl,
  orderInNode,
  orderInPhp,
  orderInPython,
  pageTag,
  type InstallFacts,
} from "./code.ts";

const NewKey = lazily(() => import("../shared/new-key.tsx"), "NewKey");

interface Example {
  readonly value: string;
  readonly label: string;
  readonly body: ReactNode;
}

/** Alternative ways to do one thing, in tabs. The open tab is not part of the URL. */
function Examples({ label, examples }: { label: string; examples: readonly Example[] }): ReactNode {
  return (
    <Tabs defaultValue={examples[0]?.value ?? null} keepMounted={false}>
      <Tabs.List aria-label={label} mb="sm" style={{ flexWrap: "nowrap", overflowX: "auto" }}>
        {examples.map(({ value, label: name }) => (
          <Tabs.Tab key={value} value={value}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {examples.map(({ value, body }) => (
        <Tabs.Panel key={value} value={value} tabIndex={-1}>
          {body}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

export function ScriptCode({ facts }: { facts: InstallFacts }): ReactNode {
  return (
    <Stack gap="xs">
      <Examples
        label="Ways to store the click ID"
        examples={[
          { value: "html", label: "HTML snippet", body: <CodeBlock code={pageTag(facts)} label="HTML snippet" /> },
          {
            value: "node",
            label: "Node SDK",
            body: (
              <Stack gap="xs">
                <Text size="sm" c="dimmed">
                  Your server stores the click ID instead of a script. The check below needs the snippet; step 2 shows
                  whether the server works.
                </Text>
                <CodeBlock code={installSdk(facts)} label="SDK installation" />
                <CodeBlock code={middleware()} label="middleware" />
              </Stack>
            ),
          },
        ]}
      />
      <Text size="sm">
        <Anchor href="/docs/tracking" size="sm">
          Consent banners, several domains and Safari
        </Anchor>
      </Text>
    </Stack>
  );
}

export function OrderCode({ facts, onKey }: { facts: InstallFacts; onKey: (key: string) => void }): ReactNode {
  const example = (value: string, label: string, code: string): Example => ({
    value,
    label,
    body: <CodeBlock code={code} label={`${label} example`} />,
  });
  return (
    <Stack gap="sm">
      <KeyLine facts={facts} onKey={onKey} />
      <Examples
        label="Languages"
        examples={[
          {
            value: "node",
            label: "Node SDK",
            body: (
              <Stack gap="xs">
                <CodeBlock code={installSdk(facts)} label="SDK installation" />
                <CodeBlock code={orderInNode(facts)} label="Node SDK example" />
              </Stack>
            ),
          },
          example("php", "PHP", orderInPhp(facts)),
          example("python", "Python", orderInPython(facts)),
          {
            value: "curl",
            label: "curl",
            body: (
              <Stack gap="xs">
                <Text size="sm" c="dimmed">
                  {facts.clickId === undefined
                    ? "To try it from a terminal, do step 2 first. The click ID then appears in the command."
                    : "Try it from a terminal. The command contains the click ID from step 2."}
                </Text>
                <CodeBlock code={orderByCurl(facts)} label="curl example" />
              </Stack>
            ),
          },
        ]}
      />
      <Text size="sm">
        <Anchor href="/docs/api/conversions#trackConversion" size="sm">
          Every field and error
        </Anchor>
      </Text>
    </Stack>
  );
}

/** The key as an environment variable. Only owners can create one here. */
function KeyLine({ facts, onKey }: { facts: InstallFacts; onKey: (key: string) => void }): ReactNode {
  const { isOwner } = useAccount();
  const [creating, setCreating] = useState(false);
  return (
    <Stack gap="xs">
      <CodeBlock code={keyLine(facts)} label="API key" />
      <Group gap="xs">
        {isOwner && (
          <Button variant="default" onClick={() => setCreating(true)}>
            Create API key
          </Button>
        )}
        <Text size="sm" c="dimmed">
          {facts.key === undefined
            ? `${isOwner ? "A new key is filled in here." : "Only owners can create API keys."} Existing keys are shown only once, when they are created.`
            : "Your new key is filled in until you leave this page."}
        </Text>
      </Group>
      {creating && (
        <Suspense>
          <NewKey onDone={() => setCreating(false)} onCreated={onKey} />
        </Suspense>
      )}
    </Stack>
  );
}
