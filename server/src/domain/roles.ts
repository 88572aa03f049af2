import { roles, type Role } from "tributary-sdk/words";

export { roles, type Role } from "tributary-sdk/words";

/** Each role includes the roles after it. A permission names the lowest role that has it. */
export const roleCovers = (role: Role, needed: Role): boolean => roles.indexOf(role) <= roles.indexOf(needed);

/**
 * Viewers read, managers change. Exceptions are a route's `role` in its `config` and `requireRole` in its use case.
 * `server/test/members/role-table.ts` lists the routes that each role can use.
 */
export const defaultRoleFor = (access: "read" | "change"): Role => (access === "read" ? "viewer" : "manager");
