import { Button, Group, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { CodeBlock, CopyWide } from "../../ui/copy.tsx";
import { ShareButton } from "../../ui/share.tsx";
import { IconExternalLink } from "@tabler/icons-react";

/** The address of a public page, to pass on. */
export const SharedLink = ({ url, title }: { url: string; title: string }): ReactNode => (
  <Stack gap="sm">
    <CodeBlock code={url} label="link to the public page" wrap />
    <Group gap="sm">
      <CopyWide value={url} label="Copy link" primary />
      <ShareButton title={title} url={url} />
      <Button
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<IconExternalLink size={16} aria-hidden />}
      >
        Open page
      </Button>
    </Group>
  </Stack>
);
