/** Common reasons for a rejection. Affiliates see the chosen one. */
export const rejectReasons = [
  "Order returned or refunded",
  "Order cancelled",
  "Payment failed",
  "Duplicate order",
  "Test order",
  "Violates the campaign terms",
] as const;
