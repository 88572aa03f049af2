import { Button } from "@mantine/core";
import { IconShare } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { notifyProblem } from "./notice/notify.ts";

interface ShareProps {
  readonly title: string;
  readonly url: string;
  /** Sent with the link. */
  readonly text?: string;
  /** What the button shares, if there are several on the page. */
  readonly name?: string;
}

/** Opens the device's own share sheet. Hidden where the browser has none, such as on most desktops. */
export function ShareButton({ title, url, text, name }: ShareProps): ReactNode {
  if (!("share" in navigator)) return null;
  const share = (): void => {
    navigator.share({ title, url, ...(text === undefined ? {} : { text }) }).catch((error: unknown) => {
      // Closing the share sheet is not an error.
      if (!(error instanceof DOMException && error.name === "AbortError")) notifyProblem("Couldn't share the link.");
    });
  };
  return (
    <Button
      variant="default"
      leftSection={<IconShare size={16} aria-hidden />}
      onClick={share}
      {...(name === undefined ? {} : { "aria-label": name })}
    >
      Share
    </Button>
  );
}
