// One dynamic import for the area: its pages arrive in one file.
export { SettingsPage } from "./settings-page.tsx";
export { AuditLogPage } from "../audit/audit-log-page.tsx";
export { MembersPage } from "../members/members-page.tsx";
