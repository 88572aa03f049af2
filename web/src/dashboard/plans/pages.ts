// One dynamic import for the editor's pages: they arrive in one file.
export { CampaignPlanPage } from "./plan-page.tsx";
export { GroupPlanPage } from "./group-plan-page.tsx";
export { AffiliatePlanPage } from "./affiliate-plan-page.tsx";
export { GroupsPage } from "../groups/groups-page.tsx";
