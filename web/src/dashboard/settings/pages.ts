// One dynamic import for the other pages of the area: they arrive in one file.
export { PayoutSettingsPage } from "./payouts-page.tsx";
export { YouPage } from "./you-page.tsx";
export { AuditLogPage } from "../audit/audit-log-page.tsx";
export { MembersPage } from "../members/members-page.tsx";
