import { AppError } from "../../domain/errors.ts";
import type { Services } from "../context.ts";

/** A process that shuts down sends no webhooks, so what waits for them would wait until it is killed. */
export function assertRunning({ stopping }: Pick<Services, "stopping">): void {
  if (stopping.aborted) throw new AppError("busy", { text: "Tributary is restarting. Try again in a moment." });
}
