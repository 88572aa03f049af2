import { Button, Divider, Group, Stack, Text } from "@mantine/core";
import { IconQrcode } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState, type ReactNode } from "react";
import { campaignPageQuery } from "../../api/applications.ts";
import { CopyField, CopyWide } from "../../ui/copy.tsx";
import { lazily } from "../../ui/lazy.ts";
import { AnchorLink } from "../../ui/link.tsx";
import { useAccount } from "../shared/account.ts";

const QrPicture = lazily(() => import("../../ui/qr-code.tsx"), "QrPicture");

/** The public page, as a link that any number of people can use. */
export function OneLink({ campaignId }: { campaignId: string }): ReactNode {
  const { id: accountId } = useAccount();
  const page = useQuery(campaignPageQuery(accountId, campaignId)).data?.page;
  if (!page) return null;
  return (
    <Stack gap="sm">
      <Divider label="Or share one link with everybody" />
      {page.open ? (
        <OpenLink url={page.url} />
      ) : (
        <Text size="sm" c="dimmed">
          Anyone with the link can apply.{" "}
          <AnchorLink
            to="/dashboard/$accountId/campaigns/$campaignId"
            params={{ accountId, campaignId }}
            search={{ tab: "page" }}
            underline="always"
          >
            Set up the public page
          </AnchorLink>
        </Text>
      )}
    </Stack>
  );
}

function OpenLink({ url }: { url: string }): ReactNode {
  const [shown, setShown] = useState(false);
  return (
    <>
      <CopyField value={url} what="link to the public page" />
      <Group gap="xs">
        <CopyWide value={url} label="Copy link" />
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden />}
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          QR code
        </Button>
      </Group>
      {shown && (
        <Suspense>
          <QrPicture text={url} label="QR code of the public page" />
        </Suspense>
      )}
    </>
  );
}
