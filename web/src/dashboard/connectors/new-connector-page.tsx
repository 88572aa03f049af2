import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { ConnectorRow, ConnectorSecretResponse } from "tributary-sdk/pages";
import type { ProviderName } from "tributary-sdk/words";
import { connectorQuery } from "../../api/connectors.ts";
import { Page } from "../../ui/page.tsx";
import { Loaded, NoPermission } from "../../ui/states.tsx";
import { providerWords } from "../../words/providers.ts";
import { useAccount } from "../shared/account.ts";
import { CreateForm } from "./create-form.tsx";
import { ProviderChoice } from "./provider-choice.tsx";
import { Wizard } from "./wizard.tsx";

const POLL_MS = 3000;

/** Chooses a provider, creates the connector, and explains the rest until the first event arrives. */
export function NewConnectorPage(): ReactNode {
  const { id: accountId, isOwner } = useAccount();
  const { provider, connector: connectorId } = useSearch({ from: "/dashboard/$accountId/connectors/new" });
  return (
    <Page
      title={titleOf(provider)}
      back={
        provider === undefined || connectorId !== undefined
          ? { label: "Connectors", link: { to: "/dashboard/$accountId/connectors", params: { accountId } } }
          : { label: "All shops", link: { to: "/dashboard/$accountId/connectors/new", params: { accountId } } }
      }
    >
      {!isOwner ? (
        <NoPermission text="Only owners can add connectors, because they see the secrets." />
      ) : provider === undefined ? (
        <ProviderChoice />
      ) : (
        // A new provider starts again: a secret belongs to one connector.
        <Setup key={provider} provider={provider} connectorId={connectorId} />
      )}
    </Page>
  );
}

function titleOf(provider: ProviderName | undefined): string {
  if (provider === undefined) return "Add connector";
  return provider === "generic" ? "Connect any other shop" : `Connect ${providerWords[provider]}`;
}

interface SetupProps {
  readonly provider: ProviderName;
  /** undefined: not created yet. */
  readonly connectorId: string | undefined;
}

function Setup({ provider, connectorId }: SetupProps): ReactNode {
  const { id: accountId } = useAccount();
  const navigate = useNavigate();
  /** Only in memory: a reload forgets it, and the page offers a new one. */
  const [secret, setSecret] = useState<string | null>(null);
  const onCreated = (created: ConnectorSecretResponse): void => {
    setSecret(created.secret);
    void navigate({ to: ".", search: { provider, connector: created.connector.id }, replace: true });
  };
  return connectorId === undefined ? (
    <CreateForm provider={provider} onCreated={onCreated} />
  ) : (
    <Created accountId={accountId} connectorId={connectorId} secret={secret} onSecret={setSecret} />
  );
}

interface CreatedProps {
  readonly accountId: string;
  readonly connectorId: string;
  readonly secret: string | null;
  readonly onSecret: (secret: string | null) => void;
}

function Created({ accountId, connectorId, ...secret }: CreatedProps): ReactNode {
  const query = useQuery({
    ...connectorQuery(accountId, connectorId),
    refetchInterval: ({ state }) => (isWaiting(state.data?.connector) ? POLL_MS : false),
  });
  return <Loaded query={query}>{({ connector }) => <Wizard connector={connector} {...secret} />}</Loaded>;
}

const isWaiting = (connector: ConnectorRow | undefined): boolean => connector?.last_received_at === null;
