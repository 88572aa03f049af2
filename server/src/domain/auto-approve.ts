export { autoApproves, type AutoApprove } from "tributary-sdk/words";
