import { Alert, Button, Checkbox, Code, Group, Stack, Text } from "@mantine/core";
import { IconDownload, IconKey } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { CopyWide } from "../copy.tsx";
import { Dialog } from "./dialog.tsx";

export interface SecretFile {
  readonly name: string;
  /** The label of the download button. */
  readonly label: string;
  readonly text: string;
}

export const envFile = (variable: string, value: string): SecretFile => ({
  name: `${variable.toLowerCase()}.env`,
  label: "Download .env file",
  text: `${variable}=${value}\n`,
});

export interface Secret {
  readonly title: string;
  readonly value: string;
  readonly file: SecretFile;
  readonly help: ReactNode;
}

interface SecretDialogProps {
  readonly secret: Secret | undefined;
  readonly onStored: () => void;
}

/** Shows a secret once. Only the confirmation closes it: Escape and clicks outside do not. */
export function SecretDialog({ secret, onStored }: SecretDialogProps): ReactNode {
  return (
    <Dialog
      opened={secret !== undefined}
      onClose={() => {}}
      title={secret?.title}
      size="lg"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      {secret && <SecretBody secret={secret} onStored={onStored} />}
    </Dialog>
  );
}

function SecretBody({ secret, onStored }: { secret: Secret; onStored: () => void }): ReactNode {
  const [stored, setStored] = useState(false);
  return (
    <Stack gap="md">
      <Text size="sm">{secret.help}</Text>
      <Code block style={{ overflowWrap: "anywhere", whiteSpace: "pre-wrap" }} data-testid="secret">
        {secret.value}
      </Code>
      <Group gap="sm">
        <CopyWide value={secret.value} label="Copy" />
        <Button
          component="a"
          variant="default"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(secret.file.text)}`}
          download={secret.file.name}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {secret.file.label}
        </Button>
      </Group>
      <Alert color="orange" variant="light" icon={<IconKey size={18} aria-hidden />}>
        You won't see this again. Anyone who has it can act for you, so store it with your other secrets.
      </Alert>
      <Checkbox
        label="I have stored it"
        checked={stored}
        onChange={(event) => setStored(event.currentTarget.checked)}
        data-autofocus
      />
      <Group justify="flex-end">
        <Button disabled={!stored} onClick={onStored}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
