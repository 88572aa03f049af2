// One dynamic import for the area: its pages arrive in one file.
export { ClaimsPage } from "./claims-page.tsx";
export { ClaimPage } from "./claim-page.tsx";
