import { Button } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { notifyProblem } from "./notice/notify.ts";

interface ShareProps {
  readonly title: string;
  readonly url: string;
}

/** Opens the device's own share sheet. Hidden where the browser has none, such as on most desktops. */
export function ShareButton({ title, url }: ShareProps): ReactNode {
  if (!("share" in navigator)) return null;
  const share = (): void => {
    navigator.share({ title, url }).catch((error: unknown) => {
      // Closing the share sheet is not an error.
      if (!(error instanceof DOMException && error.name === "AbortError")) notifyProblem("Couldn't share the link.");
    });
  };
  return (
    <Button variant="default" leftSection={<IconShare size={16} aria-hidden />} onClick={share}>
      Share
    </Button>
  );
}
