import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { EndpointRow } from "tributary-sdk/pages";
import { endpointsQuery } from "../../api/webhooks.ts";
import { envFile, SecretDialog, type Secret } from "../../ui/dialog/secret-dialog.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { EndpointCard, type EndpointDialog } from "./endpoint-card.tsx";
import { CreateEndpointForm, EditEndpointForm, RotateForm } from "./endpoint-forms.tsx";

const titles = { create: "Add endpoint", edit: "Change endpoint", rotate: "Rotate signing secret" };

export function Endpoints(): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const query = useQuery(endpointsQuery(accountId));
  const [dialog, setDialog] = useState<EndpointDialog>();
  const [secret, setSecret] = useState<Secret>();
  const close = (): void => setDialog(undefined);
  const showSecret = (value: string): void => {
    close();
    setSecret({
      title: "Signing secret",
      value,
      file: envFile("TRIBUTARY_WEBHOOK_SECRET", value),
      help: "Your endpoint checks with it that a webhook comes from here.",
    });
  };
  const add = isOwner && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setDialog({ kind: "create" })}>
      Add endpoint
    </Button>
  );
  return (
    <>
      <Loaded query={query}>
        {({ webhook_endpoints: endpoints }) =>
          endpoints.length === 0 ? (
            <EmptyState
              icon={IconWebhook}
              title="No endpoints yet"
              text="An endpoint is an https address of yours that hears of conversions, affiliates and payouts. Only owners add one, since it shows a secret."
              action={add}
            />
          ) : (
            <List endpoints={endpoints} add={add} onDialog={setDialog} />
          )
        }
      </Loaded>
      <Modal opened={dialog !== undefined} onClose={close} title={dialog ? titles[dialog.kind] : ""} size="lg">
        {dialog?.kind === "create" && <CreateEndpointForm onSecret={showSecret} />}
        {dialog?.kind === "edit" && <EditEndpointForm endpoint={dialog.endpoint} onSaved={close} />}
        {dialog?.kind === "rotate" && <RotateForm endpoint={dialog.endpoint} onSecret={showSecret} />}
      </Modal>
      <SecretDialog secret={secret} onStored={() => setSecret(undefined)} />
    </>
  );
}

interface ListProps {
  readonly endpoints: readonly EndpointRow[];
  readonly add: ReactNode;
  readonly onDialog: (dialog: EndpointDialog) => void;
}

function List({ endpoints, add, onDialog }: ListProps): ReactNode {
  const { role } = useAccount();
  const failed = endpoints.filter(({ disabled_by: by }) => by === "failures");
  const imported = endpoints.filter(({ disabled_by: by }) => by === "import");
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Text size="sm" c="dimmed" className="prose">
          Every event is signed and sent to each endpoint that is subscribed to it, again after 1, 5 and 30 minutes when
          it fails. {readersNote[role]}
        </Text>
        {add}
      </Group>
      {failed.length > 0 && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} title="Switched off">
          {failed.map(({ url }) => url).join(", ")}: 20 deliveries in a row had failed. What happens meanwhile is held;
          switch it on again when it answers.
        </Alert>
      )}
      {imported.length > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />} title="Imported">
          {imported.map(({ url }) => url).join(", ")}: off since this installation was imported from another one. What
          happens meanwhile is held; switch it on when the other one no longer sends.
        </Alert>
      )}
      {endpoints.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} onDialog={onDialog} />
      ))}
    </Stack>
  );
}

/** Shows the secret after an endpoint was added or its secret rotated. */
const readersNote = {
  owner: "",
  manager: "Owners add endpoints and rotate their signing secrets.",
  viewer: "Your role reads endpoints. Managers and owners change them.",
} as const;
