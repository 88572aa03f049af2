import { Box, Stack, Text, Title } from "@mantine/core";
import { useEffect, type ReactNode } from "react";
import { Logo } from "../ui/logo.tsx";

interface SignedOutFrameProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly width?: number;
  /** Shown instead of our own logo. */
  readonly mark?: ReactNode;
  readonly children: ReactNode;
}

/** The layout of pages outside the dashboard and the portal. */
export function SignedOutFrame({ title, note, width = 380, mark, children }: SignedOutFrameProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Tributary`;
  }, [title]);
  return (
    <Box component="main" id="content" mih="100dvh" px="md" py={{ base: 40, sm: "14vh" }}>
      <Stack maw={width} mx="auto" gap="lg">
        <Stack gap={6}>
          {mark ?? <Logo size={36} />}
          <Title order={1} mt="xs">
            {title}
          </Title>
          {note !== undefined && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </Stack>
        {children}
      </Stack>
    </Box>
  );
}
