// One dynamic import for the area: its pages arrive in one file.
export { EmailsPage } from "./emails-page.tsx";
export { EmailPage } from "./email-page.tsx";
