export * from "./plan-format.ts";
