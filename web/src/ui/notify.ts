import { showNotification } from "@mantine/notifications";

const closeButtonProps = { "aria-label": "Close" };

export function notifyDone(message: string): void {
  showNotification({ message, color: "teal", closeButtonProps });
}

export function notifyProblem(message: string): void {
  showNotification({ message, color: "red", autoClose: 12_000, closeButtonProps, role: "alert" });
}
