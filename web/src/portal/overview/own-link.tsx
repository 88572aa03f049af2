import { Button, Select, Title } from "@mantine/core";
import { IconQrcode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useId, useState, type ReactNode } from "react";
import type { PortalCampaignRow } from "tributary-sdk/pages";
import { campaignChoicesQuery } from "../../api/portal.ts";
import { Card } from "../../ui/card.tsx";
import { CopyWide } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog/dialog.tsx";
import { lazily } from "../../ui/lazy.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { Accented, isBranded, Letterhead } from "../../ui/merchant-brand.tsx";
import { ShareButton } from "../../ui/share.tsx";
import { Lines } from "../../ui/states.tsx";
import classes from "./home.module.css";

const QrCode = lazily(() => import("../../ui/qr-code.tsx"), "QrCode");

/** The link of the campaign with the most conversions, with a switch to the others. */
export function OwnLink(): ReactNode {
  const { data } = useQuery(campaignChoicesQuery);
  const [chosen, setChosen] = useState<string>();
  const id = useId();
  const counting = (data?.campaigns ?? []).filter((campaign) => campaign.link_is_tracked);
  const campaign = counting.find((each) => each.id === chosen) ?? mostConversions(counting);
  if (data && !campaign) return null;
  return (
    <Card>
      <section className={classes["content"]} aria-labelledby={id}>
        <Title order={2} id={id}>
          Your link
        </Title>
        {campaign ? (
          <>
            {counting.length > 1 && (
              <Select
                aria-label="Campaign for the link"
                data={counting.map(({ id: value, name, merchant_name }) => ({
                  value,
                  label: `${name} · ${merchant_name}`,
                }))}
                value={campaign.id}
                onChange={(value) => setChosen(value ?? undefined)}
                allowDeselect={false}
              />
            )}
            {isBranded(campaign.brand) && <Letterhead name={campaign.merchant_name} brand={campaign.brand} />}
            <div className={classes["link"]}>{campaign.unique_link}</div>
            <Accented accent={campaign.brand.accent}>
              <Actions campaign={campaign} />
            </Accented>
            <AnchorLink
              to="/portal/campaigns/$campaignId"
              params={{ campaignId: campaign.id }}
              size="sm"
              w="fit-content"
            >
              Links to specific pages and ready-made posts
            </AnchorLink>
          </>
        ) : (
          <Lines count={3} />
        )}
      </section>
    </Card>
  );
}

function Actions({ campaign }: { campaign: PortalCampaignRow }): ReactNode {
  const [showsQr, setShowsQr] = useState(false);
  const { unique_link: link, affiliate_code: code, name, merchant_name: merchant } = campaign;
  return (
    <div className={classes["actions"]}>
      <CopyWide value={link} label="Copy link" primary />
      <ShareButton title={`${name} at ${merchant}`} url={link} />
      <Button variant="default" leftSection={<IconQrcode size={16} aria-hidden />} onClick={() => setShowsQr(true)}>
        QR code
      </Button>
      <Dialog opened={showsQr} onClose={() => setShowsQr(false)} title={`QR code for ${name}`}>
        <Suspense fallback={<Lines />}>
          <QrCode text={link} name={`${code}-qr`} label={`QR code of ${link}`} />
        </Suspense>
      </Dialog>
    </div>
  );
}

/** The list starts with the campaign joined last, which wins a tie. */
const mostConversions = (campaigns: readonly PortalCampaignRow[]): PortalCampaignRow | undefined =>
  campaigns.toSorted((a, b) => b.stats.conversions - a.stats.conversions)[0];
