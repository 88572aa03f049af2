// One dynamic import for the area: its pages arrive in one file.
export { CompanyPage } from "./company-page.tsx";
export { PayoutSettingsPage } from "./payouts-page.tsx";
export { YouPage } from "./you-page.tsx";
export { AuditLogPage } from "../audit/audit-log-page.tsx";
export { MembersPage } from "../members/members-page.tsx";
