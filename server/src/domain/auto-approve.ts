/** `when_matured`: at the end of its maturation period, if it carries no warning sign. */
export const autoApproves = ["never", "when_matured"] as const;
export type AutoApprove = (typeof autoApproves)[number];
