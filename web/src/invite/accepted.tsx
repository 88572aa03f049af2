import { Alert, Group, Stack, Text } from "@mantine/core";
import { IconClock } from "@tabler/icons-react";
import { Suspense, type ReactNode } from "react";
import type { AcceptedInvitationResponse, Offer } from "tributary-sdk/pages";
import { SignedOutFrame } from "../session/signed-out-frame.tsx";
import { CodeBlock, CopyWide } from "../ui/copy.tsx";
import { lazily } from "../ui/lazy.ts";
import { ButtonLink } from "../ui/link.tsx";
import { Accented, MerchantLogo } from "../ui/merchant-brand.tsx";
import { ShareButton } from "../ui/share.tsx";

interface AcceptedProps {
  readonly offer: Offer;
  readonly affiliation: AcceptedInvitationResponse["affiliation"];
  /** The password that a new person has just chosen. */
  readonly password?: string | undefined;
}

const PayoutStep = lazily(() => import("./payout-step.tsx"), "PayoutStep");

/** Shows the link, or that the merchant has to approve first. */
export function Accepted({ offer, affiliation, password }: AcceptedProps): ReactNode {
  const { campaign, merchant } = offer;
  const open = (
    <ButtonLink variant="default" to="/portal/campaigns/$campaignId" params={{ campaignId: affiliation.campaign_id }}>
      Open campaign
    </ButtonLink>
  );
  const payout = (
    <Suspense>
      <Accented accent={merchant.brand.accent}>
        <PayoutStep merchant={merchant.name} password={password} />
      </Accented>
    </Suspense>
  );
  const mark = merchant.brand.logo_url === null ? undefined : <MerchantLogo brand={merchant.brand} height={48} />;
  if (affiliation.status !== "active")
    return (
      <SignedOutFrame title="Pending approval" note={`You have applied to join ${campaign.name}.`} mark={mark}>
        <Alert color="orange" variant="light" icon={<IconClock size={18} aria-hidden />}>
          {merchant.name} approves each affiliate. Your link already works, but it earns commission only once you are
          approved. You can see your status in the portal.
        </Alert>
        <Group>{open}</Group>
        {payout}
      </SignedOutFrame>
    );
  return (
    <SignedOutFrame
      title={`You're in. Welcome to ${campaign.name}`}
      note="This is your link. It earns commission from now on."
      width={460}
      mark={mark}
    >
      <Stack gap="md">
        <CodeBlock code={affiliation.unique_link} label="your link" wrap />
        <Accented accent={merchant.brand.accent}>
          <Group gap="sm">
            <CopyWide value={affiliation.unique_link} label="Copy link" primary />
            <ShareButton title={`${campaign.name} at ${merchant.name}`} url={affiliation.unique_link} />
            {open}
          </Group>
        </Accented>
        <Text size="sm" c="dimmed">
          You can find it in the portal any time, along with a QR code, links to specific pages and your figures.
        </Text>
        {payout}
      </Stack>
    </SignedOutFrame>
  );
}
