import { z } from "zod";

export const time = (description: string) =>
  z.string().describe(description).meta({ format: "date-time", example: "2026-03-01T09:30:00.000Z" });

export const timeOrNull = (description: string) =>
  z.string().nullable().describe(description).meta({ format: "date-time", example: "2026-03-02T14:05:10.250Z" });

export const isoOrNull = (at: Date | null | undefined): string | null => at?.toISOString() ?? null;
