import { Button, Group, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { LOGO_BYTES_MAX, LOGO_SIDE_MAX } from "tributary-sdk/limits";
import type { BrandingResponse } from "tributary-sdk/pages";
import { changeLogo, removeLogo } from "../../api/branding.ts";
import { messageOf } from "../../api/failure.ts";
import { numberText } from "../../format/numbers.ts";
import { FileButton } from "../../ui/form/file-button.tsx";
import { FormProblem } from "../../ui/form/form-problem.tsx";
import { Letterhead } from "../../ui/merchant-brand.tsx";
import { useAccount, useChange } from "../shared/account.ts";

/** Uploads as soon as a file is chosen. */
export function LogoField({ branding }: { branding: BrandingResponse["branding"] }): ReactNode {
  const { id, name } = useAccount();
  const change = useChange();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  const upload = (file: File | null): void => {
    if (!file) return;
    if (file.size > LOGO_BYTES_MAX) return setProblem(tooLarge);
    void run(async () => change(changeLogo(id, { content: await base64Of(file) }), () => "Logo saved."));
  };
  return (
    <Stack gap="xs" align="flex-start">
      <Letterhead name={name} brand={branding} />
      <Group gap="sm">
        <FileButton
          accept="image/png,image/jpeg,image/webp"
          onChange={upload}
          inputProps={{ "aria-label": "Logo file" }}
        >
          {(props) => (
            <Button variant="default" loading={busy} leftSection={<IconUpload size={16} aria-hidden />} {...props}>
              {branding.logo_url === null ? "Upload logo" : "Replace logo"}
            </Button>
          )}
        </FileButton>
        {branding.logo_url !== null && (
          <Button
            variant="subtle"
            disabled={busy}
            onClick={() => void run(() => change(removeLogo(id), () => "Logo removed."))}
          >
            Remove logo
          </Button>
        )}
      </Group>
      <Text size="xs" c="dimmed">
        PNG, JPEG or WebP, up to {numberText(LOGO_BYTES_MAX / 1000)} kB and {numberText(LOGO_SIDE_MAX)} pixels wide or
        high.
      </Text>
      <FormProblem text={problem} />
    </Stack>
  );
}

const tooLarge = `This file is larger than ${numberText(LOGO_BYTES_MAX / 1000)} kB. Choose a smaller one.`;

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(""));
}
