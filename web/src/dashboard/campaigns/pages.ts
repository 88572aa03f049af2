// One dynamic import for the area: its pages arrive in one file.
export { CampaignsPage } from "./campaigns-page.tsx";
export { NewCampaignPage } from "./new-campaign-page.tsx";
export { CampaignPage } from "./campaign-page.tsx";
