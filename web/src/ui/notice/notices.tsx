import "@mantine/notifications/styles.layer.css";
import { Notifications, showNotification } from "@mantine/notifications";
import { useEffect, type ReactNode } from "react";
import { onNotice, takeNotices, type Notice } from "./notify.ts";

const READ_MS = 6000;
/** Long enough to read and copy an error. */
const READ_PROBLEM_MS = 12_000;

/** Dialogs are at 200, and menus and lists of options at 300: a notice must not cover what someone has just opened. */
const ABOVE_DIALOGS = 250;

export function Notices(): ReactNode {
  useEffect(() => {
    const showAll = (): void => takeNotices().forEach(show);
    showAll();
    return onNotice(showAll);
  }, []);
  return <Notifications position="bottom-right" transitionDuration={120} zIndex={ABOVE_DIALOGS} />;
}

function show({ message, isProblem }: Notice): void {
  showNotification({
    message,
    color: isProblem ? "red" : "teal",
    autoClose: isProblem ? READ_PROBLEM_MS : READ_MS,
    closeButtonProps: { "aria-label": "Close" },
  });
}
