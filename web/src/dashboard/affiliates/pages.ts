// One dynamic import for the area: its pages arrive in one file.
export { AffiliatesPage } from "./affiliates-page.tsx";
export { AffiliatePage } from "./affiliate-page.tsx";
