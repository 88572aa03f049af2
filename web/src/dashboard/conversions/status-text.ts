import type { ConversionStatus } from "tributary-sdk";

export const conversionStatusText: Readonly<Record<ConversionStatus, string>> = {
  pending: "pending review",
  approved: "approved",
  rejected: "rejected",
};
