import { z } from "zod";

export const done = z.object({ success: z.literal(true) });

/** As the public API documents it. */
export const success = z.literal(true).describe("Always true.");

export const doneWith = (message: string) =>
  z.object({ success, message: z.string().describe("What happened.").meta({ example: message }) });
