import { roles, type Role } from "tributary-sdk/words";

export { roles, type Role } from "tributary-sdk/words";

/** Each role includes the next one: a permission names the lowest role that has it. */
export const roleCovers = (role: Role, needed: Role): boolean => roles.indexOf(role) <= roles.indexOf(needed);
