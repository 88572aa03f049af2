import { Group, Stack, Text, Title } from "@mantine/core";
import type { LinkOptions } from "@tanstack/react-router";
import { IconChevronLeft } from "@tabler/icons-react";
import { useEffect, useRef, type ReactNode } from "react";
import { AnchorLink } from "./link.tsx";

export interface PageProps {
  readonly title: string;
  /** Shown next to the title, such as a status. */
  readonly beside?: ReactNode;
  readonly note?: ReactNode;
  readonly action?: ReactNode;
  readonly back?: { readonly label: string; readonly link: LinkOptions };
  readonly children: ReactNode;
}

export function Page({ title, beside, note, action, back, children }: PageProps): ReactNode {
  const heading = useHeading(title);
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        {back && (
          <AnchorLink {...back.link} size="sm" w="fit-content" className="screen-only">
            <Group gap={4} component="span">
              <IconChevronLeft size={14} aria-hidden /> {back.label}
            </Group>
          </AnchorLink>
        )}
        <Group justify="space-between" align="center" gap="sm">
          <Stack gap={4} miw={0} maw="100%">
            <Group gap="sm">
              <Title order={1} ref={heading} tabIndex={-1} style={{ overflowWrap: "anywhere" }}>
                {title}
              </Title>
              {beside}
            </Group>
            {note && (
              <Text c="dimmed" size="sm" className="prose" component="div">
                {note}
              </Text>
            )}
          </Stack>
          {action && (
            <Group gap="xs" maw="100%">
              {action}
            </Group>
          )}
        </Group>
      </Stack>
      {children}
    </Stack>
  );
}

/** Sets the window title. After a navigation, moves the focus to the heading for screen readers. */
function useHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tributary`;
  }, [title]);
  useEffect(() => {
    const focused = document.activeElement;
    // A field with autofocus or a dialog keeps the focus.
    if (focused === null || focused === document.body || focused instanceof HTMLAnchorElement)
      heading.current?.focus({ preventScroll: true });
  }, []);
  return heading;
}
