export { describeChange } from "./plan-change.ts";
export { explainLines, type ExplainedLine } from "./plan-explanation.ts";
export * from "./plan-format.ts";
export { planPresets } from "./plan-presets.ts";
export { bonusProgressText, nextStepText } from "./plan-progress.ts";
export { bonusText, planTerms, ruleText, stepText } from "./plan-terms.ts";
export { payText, type PlanFormat } from "./plan-text.ts";
