// One dynamic import for the area: its pages arrive in one file.
export { DevelopersPage } from "./developers-page.tsx";
export { DeliveryPage } from "./delivery-page.tsx";
