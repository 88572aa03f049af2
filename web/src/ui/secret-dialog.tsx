import { Alert, Button, Checkbox, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { IconDownload, IconKey } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { CopyWide } from "./copy.tsx";

export interface Secret {
  readonly title: string;
  readonly value: string;
  /** The name of its line in an .env file. */
  readonly variable: string;
  readonly help: ReactNode;
}

interface SecretDialogProps {
  readonly secret: Secret | undefined;
  readonly onStored: () => void;
}

/** Shown once. Neither Escape nor a click beside it leaves: only saying that it is stored does. */
export function SecretDialog({ secret, onStored }: SecretDialogProps): ReactNode {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={() => {}}
      title={secret?.title}
      size="lg"
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      {secret && <SecretBody secret={secret} onStored={onStored} />}
    </Modal>
  );
}

function SecretBody({ secret, onStored }: { secret: Secret; onStored: () => void }): ReactNode {
  const [stored, setStored] = useState(false);
  const line = `${secret.variable}=${secret.value}\n`;
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
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(line)}`}
          download={`${secret.variable.toLowerCase()}.env`}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download as .env line
        </Button>
      </Group>
      <Alert color="orange" variant="light" icon={<IconKey size={18} aria-hidden />}>
        It is shown only now. Whoever has it can act for you, so keep it where your secrets are kept.
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
