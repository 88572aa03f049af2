// One dynamic import for the other pages of the area: they arrive in one file.
export { NewCampaignPage } from "./new-campaign-page.tsx";
export { CampaignPage } from "./campaign-page.tsx";
