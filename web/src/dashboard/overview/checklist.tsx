import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { SetupResponse } from "tributary-sdk/pages";
import { ButtonLink } from "../../ui/link.tsx";
import { Steps, type Step } from "../../ui/steps.tsx";
import { useAccount, type AccountView } from "../shared/account.ts";

export function Checklist({ setup }: { setup: SetupResponse }): ReactNode {
  const { id: accountId, canManage, isOwner } = useAccount();
  const steps: Step[] = [
    {
      id: "campaign",
      title: "Create a campaign",
      done: setup.campaign !== null,
      text: "It sets where links lead and what a conversion pays.",
      body: canManage ? (
        <ButtonLink to="/dashboard/$accountId/campaigns/new" params={{ accountId }} w="fit-content" size="sm">
          Create campaign
        </ButtonLink>
      ) : (
        <Text size="sm">Managers and owners can create campaigns.</Text>
      ),
    },
    affiliateStep(setup, { accountId, canManage }),
    {
      id: "key",
      title: "Create an API key",
      done: setup.key !== null,
      text: "Your backend uses it to track conversions.",
      body: isOwner ? (
        <ButtonLink
          to="/dashboard/$accountId/developers"
          params={{ accountId }}
          search={{ tab: "keys" }}
          w="fit-content"
          size="sm"
        >
          Create API key
        </ButtonLink>
      ) : (
        <Text size="sm">Only owners can create API keys.</Text>
      ),
    },
    {
      id: "click",
      title: "Click an affiliate link",
      done: setup.click,
      text: "Add one line to your shop, then open an affiliate's link as a customer would.",
      body: <InstallLink setup={setup} />,
    },
    {
      id: "conversion",
      title: "Track a conversion",
      done: setup.conversion !== null,
      text: "Your backend reports each paid order. The examples have your IDs filled in.",
      body: <InstallLink setup={setup} />,
    },
    approveStep(setup, accountId),
  ];
  return <Steps label="Setup" steps={steps} />;
}

type Rights = Pick<AccountView, "canManage"> & { readonly accountId: string };

function affiliateStep(setup: SetupResponse, { accountId, canManage }: Rights): Step {
  const isInvited = setup.invitation && setup.affiliate === null;
  return {
    id: "affiliate",
    title: "Invite an affiliate",
    done: setup.affiliate !== null,
    text: isInvited
      ? "Your invitation has not been accepted yet. To try it yourself, open its link in another browser."
      : "Affiliates join through the link you send them. To try it, invite a second address of your own.",
    body:
      isInvited || canManage ? (
        <ButtonLink
          to="/dashboard/$accountId/affiliates"
          params={{ accountId }}
          search={isInvited ? { tab: "invitations" } : { invite: "yes" }}
          w="fit-content"
          size="sm"
        >
          {isInvited ? "View invitation" : "Invite affiliate"}
        </ButtonLink>
      ) : (
        <Text size="sm">Managers and owners can invite affiliates.</Text>
      ),
  };
}

function approveStep(setup: SetupResponse, accountId: string): Step {
  return {
    id: "approve",
    title: "Approve the conversion",
    done: setup.approved,
    text: "Approved commission is ready to pay after the hold period. Until then, you can still reject the conversion.",
    body: setup.conversion ? (
      <ButtonLink
        to="/dashboard/$accountId/conversions/$conversionId"
        params={{ accountId, conversionId: setup.conversion.id }}
        w="fit-content"
        size="sm"
      >
        View conversion
      </ButtonLink>
    ) : null,
  };
}

function InstallLink({ setup }: { setup: SetupResponse }): ReactNode {
  const { id: accountId } = useAccount();
  return (
    <ButtonLink
      to="/dashboard/$accountId/developers"
      params={{ accountId }}
      search={{ tab: "install", ...(setup.campaign ? { campaign_id: setup.campaign.id } : {}) }}
      w="fit-content"
      size="sm"
    >
      Install tracking
    </ButtonLink>
  );
}
