import { Anchor, Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconPlus, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import type { EndpointRow } from "tributary-sdk/pages";
import { endpointsQuery } from "../../api/webhooks.ts";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { envFile, SecretDialog, type Secret } from "../../ui/dialog/secret-dialog.tsx";
import { EmptyState, Loaded } from "../../ui/states.tsx";
import { useAccount } from "../shared/account.ts";
import { EndpointCard, type EndpointDialog } from "./endpoint-card.tsx";
import { CreateEndpointForm, EditEndpointForm, RotateForm } from "./endpoint-forms.tsx";

const titles = { create: "Add endpoint", edit: "Edit endpoint", rotate: "Rotate signing secret" };

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
      help: "Your endpoint uses it to verify that a webhook comes from Tributary.",
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
              text="An endpoint is a URL on your server that receives events about conversions, affiliates and payouts. Only owners can add one, because they see its signing secret."
              action={
                <>
                  {add}
                  <Anchor href="/docs/webhooks" size="sm">
                    Webhook guide
                  </Anchor>
                </>
              }
            />
          ) : (
            <List endpoints={endpoints} add={add} onDialog={setDialog} />
          )
        }
      </Loaded>
      <Dialog opened={dialog !== undefined} onClose={close} title={dialog ? titles[dialog.kind] : ""} size="lg">
        {dialog?.kind === "create" && <CreateEndpointForm onSecret={showSecret} />}
        {dialog?.kind === "edit" && <EditEndpointForm endpoint={dialog.endpoint} onSaved={close} />}
        {dialog?.kind === "rotate" && <RotateForm endpoint={dialog.endpoint} onSecret={showSecret} />}
      </Dialog>
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
          Tributary signs every event and sends it to each subscribed endpoint. Failed deliveries are retried after 1, 5
          and 30 minutes. {roleNote[role]}
        </Text>
        {add}
      </Group>
      {failed.length > 0 && (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="Disabled after failures"
        >
          {failed.map(({ url }) => url).join(", ")}: 20 deliveries in a row failed. We&apos;re holding new events.
          Re-enable the endpoint once it&apos;s back.
        </Alert>
      )}
      {imported.length > 0 && (
        <Alert
          color="orange"
          variant="light"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title="Disabled by import"
        >
          {imported.map(({ url }) => url).join(", ")}: disabled because this installation was imported from another one.
          We&apos;re holding new events. Enable the endpoint once the other installation has stopped sending.
        </Alert>
      )}
      {endpoints.map((endpoint) => (
        <EndpointCard key={endpoint.id} endpoint={endpoint} onDialog={onDialog} />
      ))}
    </Stack>
  );
}

const roleNote = {
  owner: "",
  manager: "Only owners can add endpoints and rotate signing secrets.",
  viewer: "You have view-only access to endpoints. Managers and owners can change them.",
} as const;
